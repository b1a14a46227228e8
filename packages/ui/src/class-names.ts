/** Joins the class names that apply: `classes('card', out && 'card--out')`. */
export const classes = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
