import { mediaPath } from '../catalogue/address.ts'

const sizes = { WIDE: 'w_1200,h_840', LINE: 'w_144,h_180' } as const

/** A picture of the shop as emails show it, alone or beside a line, in a format that every mail program shows. */
export const emailPicture = (origin: string, imageId: string, size: keyof typeof sizes, alt: string) => ({
  url: `${origin}${mediaPath(imageId)}/fill/${sizes[size]},q_80,enc_jpg/picture.jpg`,
  alt,
})
