const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/iPhone/, 'an iPhone'],
  [/iPad/, 'an iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'a Chromebook'],
  [/Macintosh|Mac OS X/, 'a Mac'],
  [/Windows/, 'Windows'],
  [/Linux|X11/, 'Linux'],
]

const named = (agent: string, all: typeof browsers) => all.find(([sign]) => sign.test(agent))?.[1]

/** What a browser calls itself, as people say it: `Safari on a Mac`. */
export function deviceOf(agent: string): string {
  const [browser, system] = [named(agent, browsers), named(agent, systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `Something on ${system}` : 'A program')
}

export const isPhone = (agent: string): boolean => /iPhone|Android.*Mobile/.test(agent)
