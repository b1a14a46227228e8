import own from '../../../package.json' with { type: 'json' }

/** Which Vitrine this is. */
export const { version } = own
