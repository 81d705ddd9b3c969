/** Line icons. Decorative only: the button has its own label. */
const PATHS = {
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM20 20l-4-4',
  close: 'M6 6l12 12M18 6L6 18',
  key: 'M15.5 4.5a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4zM12.5 11.7l-8 7.8M7.3 16.8l2.4 2.4',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1 1M17.4 17.4l1 1M18.4 5.6l-1 1M6.6 17.4l-1 1',
  moon: 'M19.5 14.2A8 8 0 1 1 9.8 4.5a6.3 6.3 0 0 0 9.7 9.7z',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  box: 'M5 5h14v14H5zM3.5 3.5h3v3h-3zM17.5 3.5h3v3h-3zM3.5 17.5h3v3h-3zM17.5 17.5h3v3h-3z',
  circle: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 12h7.5M12 11.5v1',
  shape: 'M5 8l8-3 6 6-4 8-9-2z',
  view: 'M4 9V5h4M20 9V5h-4M4 15v4h4M20 15v4h-4',
  filter: 'M4 6h16M7 12h10M10 18h4',
  columns: 'M4 5h16v14H4zM9.3 5v14M14.7 5v14',
  download: 'M12 4v11M7.5 10.5L12 15l4.5-4.5M5 19.5h14',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  refresh: 'M19 12a7 7 0 1 1-2.2-5.1M19 4v4h-4',
  external: 'M13 5h6v6M19 5l-9 9M16 14v5H5V8h5',
  watch: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 7.5V12l3 2',
  layers: 'M12 4l8 4-8 4-8-4zM4 12l8 4 8-4M4 16l8 4 8-4',
  star: 'M12 4l2.4 5.2 5.6.7-4.1 3.9 1.1 5.6-5-2.8-5 2.8 1.1-5.6L4 9.9l5.6-.7z',
  hide: 'M4 4l16 16M9.5 6.2A9 9 0 0 1 20.5 12a11 11 0 0 1-2.2 3M6.3 8A11 11 0 0 0 3.5 12a9 9 0 0 0 11 5.3M10 10a3 3 0 0 0 4 4',
  move: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  pin: 'M9 4h6l-1 6 3 3H7l3-3zM12 13v7',
  up: 'M7 14l5-5 5 5',
  down: 'M7 10l5 5 5-5',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
