/** The share of errors: `0.06 %`, `4.2 %`, `17 %`; never 0 where there were some. */
export function errorShare(errors: number, requests: number): string {
  if (errors === 0 || requests === 0) return '0 %'
  const percent = (errors / requests) * 100
  if (percent < 0.01) return 'below 0.01 %'
  return `${percent < 1 ? percent.toFixed(2) : percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`
}
