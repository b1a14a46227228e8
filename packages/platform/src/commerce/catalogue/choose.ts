import type { Product, ProductOption, Variant, VariantData } from '@vitrine/contract'

export type Choices = Readonly<Record<string, string>>

const picks = (option: string, text: string, choices: Choices | undefined, product: Product): boolean => {
  const given = choices?.[option]
  if (given === text) return true
  const choice = product.productOptions.find(({ name }) => name === option)?.choices?.find(({ description }) => description === given)
  return choice?.value === text
}

/** The variants that have all of these choices, made by name or by value. */
export const variantsWith = (product: Product, chosen: Choices): Variant[] =>
  product.variants.filter(({ choices }) => Object.entries(chosen).every(([option, text]) => picks(option, text, choices, product)))

const canBeSeen = ({ variant }: Variant): boolean => variant?.visible !== false

/** What is left to choose after some choices: a choice is in stock when a variant has it together with the choices made for the other options. */
export function availability(product: Product, chosen: Choices) {
  const known = Object.fromEntries(Object.entries(chosen).filter(([option]) => product.productOptions.some(({ name }) => name === option)))
  const productOptions = product.productOptions.map((option): ProductOption => {
    const others = Object.fromEntries(Object.entries(known).filter(([name]) => name !== option.name))
    const those = variantsWith(product, others).filter(canBeSeen)
    return {
      ...option,
      choices: (option.choices ?? []).map((choice) => {
        const having = those.filter(({ choices }) => choices?.[option.name] === choice.description)
        return { ...choice, inStock: having.some(({ stock }) => stock?.inStock), visible: having.length > 0 }
      }),
    }
  })
  const complete = product.productOptions.every(({ name }) => known[name] !== undefined)
  const selected = complete ? variantsWith(product, known).find(canBeSeen) : undefined
  const media = product.productOptions
    .flatMap(
      ({ name, choices }) =>
        choices?.filter((choice) => known[name] !== undefined && [choice.description, choice.value].includes(known[name])) ?? [],
    )
    .find((choice) => choice.media)?.media
  return {
    ...(selected && { selectedVariant: dataOf(selected) }),
    ...(media ? { media } : product.media && { media: product.media }),
    productOptions,
    availableForPurchase: (selected?.stock?.inStock || selected?.stock?.availableForPreorder) ?? false,
  }
}

function dataOf({ variant, stock }: Variant): VariantData {
  const { priceData, convertedPriceData, weight = 0, sku = '', visible = true } = variant ?? {}
  return {
    ...(priceData && { price: priceData }),
    ...(convertedPriceData && { convertedPriceData }),
    weight,
    sku,
    ...(stock?.quantity !== undefined && { quantity: stock.quantity }),
    inStock: stock?.inStock ?? false,
    visible,
  }
}
