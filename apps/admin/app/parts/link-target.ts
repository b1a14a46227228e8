/** Where a link of the shop may lead: a path of the shop, a web address, an email address or a phone number; nothing that a browser runs. */
export const isLinkTarget = (text: string): boolean =>
  /^(?:\/(?![/\\])[^\s\\"<>]*|https?:\/\/[^\s\\"<>]+|mailto:[^\s\\"<>]+|tel:\+?[\d() .-]+)$/i.test(text)

/** A web address, or nothing yet. */
export const isEmptyOrWebAddress = (text: string): boolean => text === '' || /^https?:\/\/\S+\.\S+/.test(text)
