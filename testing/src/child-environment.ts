/** What a process that a test starts needs of the environment of the run: its programs, what is compiled of them, and its date. */
export const childEnvironment = (): Record<string, string | undefined> =>
  Object.fromEntries(['PATH', 'NODE_COMPILE_CACHE', 'NODE_OPTIONS', 'VITRINE_TEST_DATE_SHIFT'].map((name) => [name, process.env[name]]))
