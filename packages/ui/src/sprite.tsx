/** Drawings that a list shows in each of its rows: they stand in a page once, and its rows point to them. */
const drawings = {
  plus: 'M5 12h14M12 5v14',
  heart:
    'M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5',
  star: 'M12 2.6l2.9 5.9 6.5.95-4.7 4.6 1.1 6.5L12 17.5l-5.8 3.05 1.1-6.5-4.7-4.6 6.5-.95z',
} as const

/** Once in each page that has a `RowIcon` or stars. */
export const Sprite = () => (
  <svg style={{ display: 'none' }}>
    {Object.entries(drawings).map(([name, path]) => (
      <symbol key={name} id={`i-${name}`} viewBox="0 0 24 24">
        <path d={path} />
      </symbol>
    ))}
  </svg>
)

/** An icon of the page's sprite, inside a control that has a name of its own. */
export const RowIcon = ({ of: name }: { of: keyof typeof drawings }) => (
  <svg>
    <use href={`#i-${name}`} />
  </svg>
)
