/** Fewer are always counted one by one. */
const countedUpTo = 3000

/** Two figures of an estimate, the rest zeros: 20,480 is 20,000, 1,536 is 1,500. */
export function rounded(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1)
  return Math.round(count / step) * step
}

/** How many there are, as people read it: `18`, or `about 20,000` of what the shop has estimated. */
export const countText = ({ count, estimated }: { readonly count: number; readonly estimated?: boolean | undefined }): string =>
  estimated && count > countedUpTo ? `about ${rounded(count).toLocaleString('en-IE')}` : String(count)
