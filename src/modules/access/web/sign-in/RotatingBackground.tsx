import { useEffect, useState } from 'react';

const images = ['/auth-1.svg', '/auth-2.svg', '/auth-3.svg'];
const shownForMs = 6000;

/** Rotating full-screen images; a single one with reduced motion. */
export function RotatingBackground() {
  const [current, setCurrent] = useState(0);

  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => setCurrent((n) => (n + 1) % images.length), shownForMs);
    return () => clearInterval(timer);
  }, []);

  return (
    <div aria-hidden="true" className="fixed inset-0 bg-sunken">
      {images.map((image, index) => (
        <img
          key={image}
          src={image}
          alt=""
          data-shown={index === current}
          className="absolute inset-0 size-full object-cover opacity-0 transition-opacity duration-1000 data-[shown=true]:opacity-100 motion-reduce:transition-none"
        />
      ))}
    </div>
  );
}
