/** The address of a picture of which only the id is known, cut upright as pictures of products are, so many pixels wide. */
export const uprightPicture = (imageId: string, width: number): string =>
  `/media/${encodeURIComponent(imageId)}/fill/w_${width},h_${width * 1.25},q_80/picture.jpg`
