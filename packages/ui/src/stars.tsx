import { classes } from './class-names.ts'

const drawing = 'M12 2.6l2.9 5.9 6.5.95-4.7 4.6 1.1 6.5L12 17.5l-5.8 3.05 1.1-6.5-4.7-4.6 6.5-.95z'

/** One star; the drawing is filled where it counts. */
export const Star = ({ full = true }: { full?: boolean }) => (
  <svg className={classes('i', full ? 'i--fill' : 'no')} viewBox="0 0 24 24" aria-hidden="true">
    <path d={drawing} />
  </svg>
)

/** How many of five stars: 4.3 shows four. */
export const Stars = ({ of }: { of: number }) => (
  <span className="stars" role="img" aria-label={`${of} of 5 stars`}>
    {[1, 2, 3, 4, 5].map((star) => (
      <Star key={star} full={star <= Math.round(of)} />
    ))}
  </span>
)
