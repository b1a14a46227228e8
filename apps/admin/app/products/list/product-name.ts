const longest = 80

/** What a product is called at first that begins with a picture: `IMG_moon-vase.v2.jpg` is `Moon vase v2`. */
export function productNameOf(fileName: string): string {
  const words = fileName
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .replace(/^(img|dsc|dscf|pxl|image)[\s_-]+(?=\p{L})/iu, '')
    .replace(/[\s_.-]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .trim()
  return words === '' ? 'New product' : words[0]!.toUpperCase() + words.slice(1)
}
