/** What is refused about a look, in words. */
export const refusals: Readonly<Record<string, string>> = {
  LOOK_CONTRAST_TOO_LOW: 'A colour is too faint to be read. Nothing was published.',
  MEDIA_NOT_FOUND: 'A picture is no longer in the library. Choose another one.',
  LOOK_HERO_NOT_FOUND: 'A section shows a wide picture that is gone. Choose another one.',
}
