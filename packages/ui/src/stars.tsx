/** One star of the page's sprite. */
export const Star = () => (
  <svg className="i i--fill" aria-hidden="true">
    <use href="#i-star" />
  </svg>
)

/** How many of five stars: 4.3 shows four. */
export const Stars = ({ of }: { of: number }) => (
  <span className="stars" role="img" aria-label={`${of} of 5 stars`}>
    {[1, 2, 3, 4, 5].map((star) => (
      <svg key={star} className={star <= Math.round(of) ? undefined : 'no'}>
        <use href="#i-star" />
      </svg>
    ))}
  </span>
)
