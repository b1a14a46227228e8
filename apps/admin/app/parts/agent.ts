const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
]
const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/** `Mac, Firefox`; a program as it calls itself. */
export function agentName(agent: string): string {
  const found = [systems, browsers].flatMap((names) => names.find(([sign]) => sign.test(agent))?.[1] ?? [])
  return found.length > 0 ? found.join(', ') : agent.slice(0, 60)
}
