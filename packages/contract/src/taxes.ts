import * as z from 'zod'
import { BulkActionMetadata, ItemMetadata } from './bulk.ts'
import { JurisdictionType } from './enums.ts'
import { CursorQuery } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { ApplicationError } from './prices.ts'
import { amount, CountryCode, CurrencyCode, Decimal, Guid, Instant, text, whole } from './primitives.ts'
import { ProviderHealth } from './providers.ts'
import { Revision, revised } from './revised.ts'

/** Goods under the same rates: `Books`, `Food`. Products name theirs; those that name none are in the default group. */
export const TaxGroup = z.object({ id: z.string(), name: z.string(), ...revised })
export interface TaxGroup extends z.infer<typeof TaxGroup> {}

/** A country or a subdivision of it where tax is collected. `appId` says who provides the rates: see `list-tax-calculators`. */
export const TaxRegion = z.object({
  id: z.string(),
  country: CountryCode,
  /** Without the country: `NY`; empty for the whole country. */
  subdivision: z.string(),
  appId: Guid,
  taxIncludedInPrice: z.boolean(),
  /** Whether delivery is taxed here. */
  shippingTaxed: z.boolean(),
  ...revised,
})
export interface TaxRegion extends z.infer<typeof TaxRegion> {}

export const ExemptDetails = z.object({ taxExemptGroupId: z.string(), taxRate: Decimal })
export interface ExemptDetails extends z.infer<typeof ExemptDetails> {}

/** The rate of a tax group in a region: `taxRate` is a share, `0.19`. Those of several jurisdictions stack. */
export const ManualTaxMapping = z.object({
  id: Guid,
  taxGroupId: z.string(),
  taxRegionId: z.string(),
  taxRate: Decimal,
  description: z.string().optional(),
  taxType: z.string(),
  taxName: z.string(),
  jurisdiction: z.string(),
  jurisdictionType: JurisdictionType,
  exemptRates: z.array(ExemptDetails),
  ...revised,
})
export interface ManualTaxMapping extends z.infer<typeof ManualTaxMapping> {}

/** Buyers who pay other rates, or none: `Embassies`, `Resellers`. Their rates are those of the mappings' `exemptRates`. */
export const TaxExemptGroup = z.object({ id: z.string(), name: z.string(), ...revised })
export interface TaxExemptGroup extends z.infer<typeof TaxExemptGroup> {}

export const TaxSettings = z.object({
  taxIncludedInItemPrices: z.boolean(),
  createdDate: Instant.optional(),
  updatedDate: Instant.optional(),
})
export interface TaxSettings extends z.infer<typeof TaxSettings> {}

/** Who provides the rates of a region: the merchant, or a provider that is asked at each calculation. */
export const TaxCalculatorDetails = z.object({ appId: Guid, displayName: z.string(), unsupportedCountries: z.array(CountryCode) })
export interface TaxCalculatorDetails extends z.infer<typeof TaxCalculatorDetails> {}

/** No tax exceeds the amount that it is on. */
const rate = z.string().regex(/^0{0,5}(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'is no share from 0 to 1, such as 0.19')
const GroupId = text(36, 1)
const Name = text(200, 1)

export const TaxRegionInput = z.object({
  country: CountryCode,
  /** With or without the country; empty or `*` for the whole country. */
  subdivision: text(50).nullish(),
  /** A calculator of `list-tax-calculators`. */
  appId: Guid,
  taxIncludedInPrice: z.boolean().nullish(),
  shippingTaxed: z.boolean().nullish(),
})

export const ManualTaxMappingInput = z.object({
  taxGroupId: GroupId,
  taxRegionId: GroupId,
  taxRate: rate,
  description: text(1000).nullish(),
  taxType: text(200).nullish(),
  taxName: text(200).nullish(),
  jurisdiction: text(200).nullish(),
  jurisdictionType: JurisdictionType.nullish(),
  exemptRates: z
    .array(z.object({ taxExemptGroupId: GroupId, taxRate: rate }))
    .max(50)
    .nullish(),
})

const mappingRefusals = ['TAX_REGION_ID_NOT_FOUND', 'TAX_GROUP_ID_NOT_FOUND', 'MANUAL_TAX_MAPPING_ALREADY_EXISTS'] as const
const calculatorRefusals = [
  'CALCULATOR_ID_NOT_FOUND',
  'CALCULATOR_IS_NOT_SUPPORTED_FOR_THIS_TAX_REGION',
  'INVALID_SUBDIVISION_FORMAT',
] as const

const TaxAddress = z.object({
  country: CountryCode.nullish(),
  subdivision: text(50).nullish(),
  city: text(100).nullish(),
  postalCode: text(50).nullish(),
  addressLine: text(200).nullish(),
  addressLine2: text(200).nullish(),
})

const AddressIndex = z.object({
  singleAddress: whole(0, 2).optional(),
  multipleAddresses: z.object({ origin: whole(0, 2), destination: whole(0, 2) }).optional(),
})

export const CalculatedTaxBreakdown = z.object({
  jurisdiction: z.string(),
  jurisdictionType: JurisdictionType,
  rate: Decimal,
  taxAmount: Decimal,
  taxableAmount: Decimal,
  taxType: z.string(),
  taxName: z.string(),
})
export interface CalculatedTaxBreakdown extends z.infer<typeof CalculatedTaxBreakdown> {}

export const taxes = operations({
  'GET /billing/v1/tax-settings': operation({
    as: 'user',
    summary: 'Read whether prices contain the tax',
    input: z.object({}),
    ok: z.object({ taxSettings: TaxSettings }),
    errors: [],
  }),
  /** Applies to all regions, also future ones. */
  'POST /billing/v1/tax-settings': operation({
    as: 'user',
    summary: 'Say whether prices contain the tax',
    input: z.object({ taxSettings: z.object({ taxIncludedInItemPrices: z.boolean() }) }),
    ok: z.object({ taxSettings: TaxSettings }),
    errors: [],
  }),

  'POST /billing/v1/tax-groups': operation({
    as: 'user',
    summary: 'Make a tax group',
    input: z.object({ taxGroup: z.object({ name: Name }) }),
    ok: z.object({ taxGroup: TaxGroup }),
    errors: [],
  }),
  'GET /billing/v1/tax-groups/{taxGroupId}': operation({
    as: 'user',
    summary: 'Read a tax group',
    input: z.object({ taxGroupId: GroupId }),
    ok: z.object({ taxGroup: TaxGroup }),
    errors: ['TAX_GROUP_NOT_FOUND'],
  }),
  /** The group of goods that name none. */
  'GET /billing/v1/tax-groups/default-tax-groups': operation({
    as: 'user',
    summary: 'List the tax groups that are the system’s',
    input: z.object({}),
    ok: z.object({ taxGroups: z.array(TaxGroup) }),
    errors: [],
  }),
  'POST /billing/v1/tax-groups/query': operation({
    as: 'user',
    summary: 'Find tax groups',
    reads: true,
    input: z.object({ query: CursorQuery.default({}) }),
    ok: z.object({ taxGroups: z.array(TaxGroup), pagingMetadata: CursorPagingMetadata }),
    errors: [],
  }),
  'PATCH /billing/v1/tax-groups/{taxGroup.id}': operation({
    as: 'user',
    summary: 'Rename a tax group',
    input: z.object({ taxGroup: z.object({ id: GroupId, revision: Revision, name: Name.optional() }) }),
    ok: z.object({ taxGroup: TaxGroup }),
    errors: ['TAX_GROUP_NOT_FOUND', 'ILLEGAL_UPDATE_ON_SYSTEM_DEFINED_TAX_GROUP', 'STALE_REVISION'],
  }),
  /** Its goods are those of the default group from then on. */
  'DELETE /billing/v1/tax-groups/{taxGroupId}': operation({
    as: 'user',
    summary: 'Delete a tax group',
    input: z.object({ taxGroupId: GroupId }),
    ok: z.object({}),
    errors: ['TAX_GROUP_NOT_FOUND', 'ILLEGAL_UPDATE_ON_SYSTEM_DEFINED_TAX_GROUP'],
  }),

  'POST /billing/v1/tax-regions': operation({
    as: 'user',
    summary: 'Collect tax in a region',
    input: z.object({ taxRegion: TaxRegionInput }),
    ok: z.object({ taxRegion: TaxRegion }),
    errors: ['ALREADY_EXISTS', ...calculatorRefusals],
  }),
  'POST /billing/v1/bulk/tax-regions/create': operation({
    as: 'user',
    summary: 'Collect tax in several regions',
    input: z.object({ taxRegions: z.array(TaxRegionInput).min(1).max(100), returnEntity: z.boolean().optional() }),
    ok: z.object({
      results: z.array(z.object({ itemMetadata: ItemMetadata, item: TaxRegion.optional() })),
      bulkActionMetadata: BulkActionMetadata,
    }),
    errors: [],
  }),
  'GET /billing/v1/tax-regions/{taxRegionId}': operation({
    as: 'user',
    summary: 'Read a tax region',
    input: z.object({ taxRegionId: GroupId }),
    ok: z.object({ taxRegion: TaxRegion }),
    errors: ['TAX_REGION_NOT_FOUND'],
  }),
  'POST /billing/v1/tax-regions/query': operation({
    as: 'user',
    summary: 'Find tax regions',
    reads: true,
    input: z.object({ query: CursorQuery.default({}) }),
    ok: z.object({ taxRegions: z.array(TaxRegion), pagingMetadata: CursorPagingMetadata }),
    errors: [],
  }),
  'PATCH /billing/v1/tax-regions/{taxRegion.id}': operation({
    as: 'user',
    summary: 'Change a tax region',
    input: z.object({ taxRegion: TaxRegionInput.partial().extend({ id: GroupId, revision: Revision }) }),
    ok: z.object({ taxRegion: TaxRegion }),
    errors: ['TAX_REGION_NOT_FOUND', 'ALREADY_EXISTS', ...calculatorRefusals, 'STALE_REVISION'],
  }),
  /** Its mappings go with it. */
  'DELETE /billing/v1/tax-regions/{taxRegionId}': operation({
    as: 'user',
    summary: 'Collect no more tax in a region',
    input: z.object({ taxRegionId: GroupId }),
    ok: z.object({}),
    errors: ['TAX_REGION_NOT_FOUND'],
  }),

  'POST /billing/v1/manual-tax-mappings': operation({
    as: 'user',
    summary: 'Set the rate of a tax group in a region',
    input: z.object({ manualTaxMapping: ManualTaxMappingInput }),
    ok: z.object({ manualTaxMapping: ManualTaxMapping }),
    errors: mappingRefusals,
  }),
  'POST /billing/v1/bulk/manual-tax-mappings/create': operation({
    as: 'user',
    summary: 'Set several rates',
    input: z.object({ manualTaxMappings: z.array(ManualTaxMappingInput).min(1).max(100), returnEntity: z.boolean().optional() }),
    ok: z.object({
      results: z.array(z.object({ itemMetadata: ItemMetadata, item: ManualTaxMapping.optional() })),
      bulkActionMetadata: BulkActionMetadata,
    }),
    errors: [],
  }),
  'GET /billing/v1/manual-tax-mappings/{manualTaxMappingId}': operation({
    as: 'user',
    summary: 'Read a rate',
    input: z.object({ manualTaxMappingId: GroupId }),
    ok: z.object({ manualTaxMapping: ManualTaxMapping }),
    errors: ['MANUAL_TAX_MAPPING_NOT_FOUND'],
  }),
  'GET /billing/v1/manual-tax-mappings': operation({
    as: 'user',
    summary: 'List all rates',
    input: z.object({}),
    ok: z.object({ manualTaxMappings: z.array(ManualTaxMapping), pagingMetadata: CursorPagingMetadata }),
    errors: [],
  }),
  'GET /billing/v1/manual-tax-mappings/query': operation({
    as: 'user',
    summary: 'Find rates',
    twin: '/billing/v1/manual-tax-mappings/query',
    input: z.object({ query: CursorQuery.default({}) }),
    ok: z.object({ manualTaxMappings: z.array(ManualTaxMapping), pagingMetadata: CursorPagingMetadata }),
    errors: [],
  }),
  'PATCH /billing/v1/manual-tax-mappings/{manualTaxMapping.id}': operation({
    as: 'user',
    summary: 'Change a rate',
    input: z.object({ manualTaxMapping: ManualTaxMappingInput.partial().extend({ id: GroupId, revision: Revision }) }),
    ok: z.object({ manualTaxMapping: ManualTaxMapping }),
    errors: ['MANUAL_TAX_MAPPING_NOT_FOUND', ...mappingRefusals, 'STALE_REVISION'],
  }),
  'DELETE /billing/v1/manual-tax-mappings/{manualTaxMappingId}': operation({
    as: 'user',
    summary: 'Delete a rate',
    input: z.object({ manualTaxMappingId: GroupId }),
    ok: z.object({}),
    errors: ['MANUAL_TAX_MAPPING_NOT_FOUND'],
  }),

  'POST /billing/v1/tax-exempt-groups': operation({
    as: 'user',
    summary: 'Make a group of buyers who pay other rates',
    input: z.object({ taxExemptGroup: z.object({ name: Name }) }),
    ok: z.object({ taxExemptGroup: TaxExemptGroup }),
    errors: [],
  }),
  'GET /billing/v1/tax-exempt-groups/{taxExemptGroupId}': operation({
    as: 'user',
    summary: 'Read an exempt group',
    input: z.object({ taxExemptGroupId: GroupId }),
    ok: z.object({ taxExemptGroup: TaxExemptGroup }),
    errors: ['TAX_EXEMPT_GROUP_NOT_FOUND'],
  }),
  'GET /billing/v1/tax-exempt-groups/query': operation({
    as: 'user',
    summary: 'Find exempt groups',
    twin: '/billing/v1/tax-exempt-groups/query',
    input: z.object({ query: CursorQuery.default({}) }),
    ok: z.object({ taxExemptGroups: z.array(TaxExemptGroup), pagingMetadata: CursorPagingMetadata }),
    errors: [],
  }),
  'PATCH /billing/v1/tax-exempt-groups/{taxExemptGroup.id}': operation({
    as: 'user',
    summary: 'Rename an exempt group',
    input: z.object({ taxExemptGroup: z.object({ id: GroupId, revision: Revision, name: Name.optional() }) }),
    ok: z.object({ taxExemptGroup: TaxExemptGroup }),
    errors: ['TAX_EXEMPT_GROUP_NOT_FOUND', 'STALE_REVISION'],
  }),
  /** Its buyers pay the usual rates from then on. */
  'DELETE /billing/v1/tax-exempt-groups/{taxExemptGroupId}': operation({
    as: 'user',
    summary: 'Delete an exempt group',
    input: z.object({ taxExemptGroupId: GroupId }),
    ok: z.object({}),
    errors: ['TAX_EXEMPT_GROUP_NOT_FOUND'],
  }),

  'GET /billing/v1/list-tax-calculators': operation({
    as: 'user',
    summary: 'List who may know the rates of a region',
    input: z.object({}),
    ok: z.object({ taxCalculatorDetails: z.array(TaxCalculatorDetails) }),
    errors: [],
  }),
  /** Those that regions use, and those available; where one fails or is off, the region's own rates apply. */
  'GET /vitrine/v1/taxes/providers': operation({
    as: 'user',
    summary: 'Say how the providers of taxes answer',
    input: z.object({}),
    ok: z.object({ providers: z.array(ProviderHealth) }),
    errors: [],
  }),
  /**
   * Each line names its address by index; of an origin and a destination the destination counts. `errors` says where a provider did not
   * answer and the merchant's own rates apply instead.
   */
  'POST /billing/v1/calculate-tax': operation({
    as: 'user',
    cost: 'price',
    summary: 'Calculate the taxes of some lines',
    reads: true,
    input: z.object({
      externalId: Guid.nullish(),
      currency: CurrencyCode.optional(),
      addresses: z.array(TaxAddress).max(3),
      lineItems: z
        .array(
          z.object({
            id: text(100, 1),
            itemName: text(250).nullish(),
            quantity: z.int().min(1).max(100_000).optional(),
            /** Of all units. */
            price: amount(3),
            taxGroupId: text(36, 1).nullish(),
            taxIncludedInPrice: z.boolean().nullish(),
            addressIndex: AddressIndex,
          }),
        )
        .min(1)
        .max(300),
      taxExemptGroupId: text(36, 1).nullish(),
    }),
    ok: z.object({
      externalId: Guid.optional(),
      currency: CurrencyCode,
      taxSummary: z.object({
        totalAmount: Decimal,
        totalTax: Decimal,
        totalTaxableAmount: Decimal,
        totalTaxIncludedInPrice: Decimal,
        aggregatedTaxBreakdown: z.array(
          z.object({
            taxName: z.string(),
            taxType: z.string(),
            jurisdiction: z.string(),
            jurisdictionType: JurisdictionType,
            rate: Decimal,
            aggregatedTaxAmount: Decimal,
          }),
        ),
      }),
      lineItemTaxDetails: z.array(
        z.object({
          id: z.string(),
          itemName: z.string().optional(),
          quantity: z.int(),
          taxBreakdown: z.array(CalculatedTaxBreakdown),
          taxSummary: z.object({ taxAmount: Decimal, taxableAmount: Decimal }),
          taxIncludedInPrice: z.boolean(),
        }),
      ),
      errors: z.array(ApplicationError),
    }),
    errors: ['INVALID_LINE_ITEM_ADDRESS_INDEX', 'MISSING_TAXABLE_ADDRESS', 'MISSING_COUNTRY_IN_ADDRESS'],
  }),
})
