interface SparkProps {
  of: readonly number[]
  width?: number
  height?: number
}

/** Figures one after the other as small bars; what they say stands in words beside it. */
export function Spark({ of, width = 60, height = 16 }: SparkProps) {
  const most = Math.max(1, ...of)
  const step = width / of.length
  return (
    <svg className="spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {of.map((value, at) => {
        const tall = Math.max(1, (Math.max(0, value) / most) * height)
        // The bars are told apart by nothing but their place.
        // oxlint-disable-next-line react/no-array-index-key
        return <rect key={at} x={at * step} y={height - tall} width={step - 1} height={tall} />
      })}
    </svg>
  )
}
