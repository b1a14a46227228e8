const waitMinutes = [1, 5, 15, 60, 240] as const

/** In how many minutes an email is tried again that failed so many times; undefined where it has failed for good. */
export const retryMinutes = (tries: number): number | undefined => waitMinutes[tries - 1]
