import { Secret, TOTP } from 'otpauth'

/** The six figures that an app for codes shows at an instant. */
export const figuresAt = (secret: string, milliseconds: number): string =>
  new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) }).generate({ timestamp: milliseconds })
