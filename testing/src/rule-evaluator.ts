import type { CollectionCondition, CollectionRule, MerchantProduct } from '@vitrine/contract'

/**
 * What a rule says of a product, read from what merchants are shown of it: written apart from the platform, which asks its database, so that the
 * two can be held against each other.
 */
export function takes({ match, conditions }: CollectionRule, product: MerchantProduct, now: Date): boolean {
  const met = conditions.map((condition) => isMet(condition, product, now))
  return match === 'ALL' ? !met.includes(false) : met.includes(true)
}

const plain = (text = '') =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

interface OnSale {
  readonly price: number
  readonly fullPrice: number
  readonly weight: number
  readonly choices: Readonly<Record<string, string>>
}

function onSale({ variants, price, fullPrice, weight = 0 }: MerchantProduct): readonly OnSale[] {
  if (variants.length === 0) return [{ price, fullPrice, weight, choices: {} }]
  return variants.filter(({ visible }) => visible).map((variant) => ({ ...variant, weight: variant.weight ?? weight }))
}

function isMet({ field, operator, value, option }: CollectionCondition, product: MerchantProduct, now: Date): boolean {
  const sold = onSale(product)
  const stocks = product.stock ? [product.stock] : product.variants.flatMap(({ stock }) => stock ?? [])
  const number = Number(value)
  switch (field) {
    case 'PRICE': {
      const price = sold.length === 0 ? product.price : Math.min(...sold.map((one) => one.price))
      return operator === 'AT_LEAST' ? price >= number : price <= number
    }
    case 'DISCOUNT': {
      const off = Math.max(0, ...sold.map((one) => (one.fullPrice === 0 ? 0 : (100 * (one.fullPrice - one.price)) / one.fullPrice)))
      if (operator === 'AT_LEAST') return off >= number - 1e-9
      return off > 0 === (operator === 'IS')
    }
    case 'RIBBON':
      return operator === 'CONTAINS'
        ? plain(product.ribbon).includes(plain(value))
        : (plain(product.ribbon) === plain(value)) === (operator === 'IS')
    case 'BRAND':
      return (plain(product.brand) === plain(value)) === (operator === 'IS')
    case 'CHOICE':
      return sold.some(({ choices }) => choices[option!] === value) === (operator === 'IS')
    case 'STOCK': {
      if (operator === 'IS' || operator === 'IS_NOT') return stocks.some(({ inStock }) => inStock) === (operator === 'IS')
      const tracked = stocks.filter((stock) => stock.tracked)
      if (tracked.length === 0) return false
      const quantity = tracked.reduce((sum, stock) => sum + stock.quantity!, 0)
      return operator === 'AT_LEAST' ? quantity >= number : quantity <= number
    }
    case 'AGE': {
      const days = (now.getTime() - new Date(product.createdDate).getTime()) / 86_400_000
      return operator === 'AT_MOST' ? days < number : days >= number
    }
    case 'NAME':
      return found(operator, [product.name], value)
    case 'SKU':
      return found(operator, [product.sku, ...product.variants.map(({ sku }) => sku)], value)
    case 'WEIGHT': {
      const weight = Math.max(0, ...sold.map((one) => one.weight))
      return operator === 'AT_LEAST' ? weight >= number : weight <= number
    }
    case 'TYPE':
      return (product.productType === value) === (operator === 'IS')
  }
}

function found(operator: CollectionCondition['operator'], texts: readonly string[], value: string): boolean {
  const sought = plain(value)
  if (operator === 'STARTS_WITH') return texts.some((text) => plain(text).startsWith(sought))
  return texts.some((text) => plain(text).includes(sought)) === (operator === 'CONTAINS')
}
