/** The slug itself where it is free, else with the first number that is. */
export function freeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(slug)) return slug
  for (let i = 2; ; i++) if (!isTaken(`${slug}-${i}`)) return `${slug}-${i}`
}
