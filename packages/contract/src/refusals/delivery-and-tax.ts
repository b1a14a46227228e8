import * as z from 'zod'
import type { RefusalKinds } from './facts.ts'
import { data } from './facts.ts'

export const deliveryAndTaxRefusals = {
  TAX_GROUP_NOT_FOUND: { status: 404, description: 'No such tax group.' },
  ILLEGAL_UPDATE_ON_SYSTEM_DEFINED_TAX_GROUP: { status: 409, description: 'The default tax group is the system’s.' },
  TAX_REGION_NOT_FOUND: { status: 404, description: 'No such tax region.' },
  ALREADY_EXISTS: {
    status: 409,
    description: 'There is a tax region for this place.',
    ...data({ taxRegionId: z.string() }),
  },
  CALCULATOR_ID_NOT_FOUND: { status: 400, description: 'No such calculator of taxes.', ...data({ appId: z.string() }) },
  CALCULATOR_IS_NOT_SUPPORTED_FOR_THIS_TAX_REGION: {
    status: 400,
    description: 'This calculator does not know the taxes of that country.',
    ...data({ country: z.string() }),
  },
  INVALID_SUBDIVISION_FORMAT: { status: 400, description: 'This is no subdivision of a country.', ...data({ subdivision: z.string() }) },
  MANUAL_TAX_MAPPING_NOT_FOUND: { status: 404, description: 'No such rate.' },
  MANUAL_TAX_MAPPING_ALREADY_EXISTS: {
    status: 409,
    description: 'The tax group has a rate of this jurisdiction in the region.',
    ...data({ manualTaxMappingId: z.string() }),
  },
  TAX_REGION_ID_NOT_FOUND: { status: 400, description: 'No such tax region.', ...data({ taxRegionId: z.string() }) },
  TAX_GROUP_ID_NOT_FOUND: { status: 400, description: 'No such tax group.', ...data({ taxGroupId: z.string() }) },
  TAX_EXEMPT_GROUP_NOT_FOUND: { status: 404, description: 'No such group of exempt buyers.' },
  INVALID_LINE_ITEM_ADDRESS_INDEX: {
    status: 400,
    description: 'A line names an address that is not there.',
    ...data({ lineItemId: z.string(), index: z.int() }),
  },
  MISSING_TAXABLE_ADDRESS: { status: 400, description: 'Taxes need an address.' },
  MISSING_COUNTRY_IN_ADDRESS: { status: 400, description: 'An address without a country has no taxes.', ...data({ index: z.int() }) },

  DELIVERY_PROFILE_NOT_FOUND: { status: 404, description: 'No such delivery profile.' },
  NO_DELIVERY_REGION_FOUND: { status: 404, description: 'The shop delivers to no region with this address.' },
  REQUIRED_COUNTRY: { status: 400, description: 'The address needs a country.' },
  DELIVERY_REGION_NOT_FOUND: { status: 404, description: 'No such delivery region.' },
  DESTINATIONS_COLLISION: {
    status: 409,
    description: 'Another region delivers to this place.',
    ...data({ deliveryRegionId: z.string(), countryCode: z.string() }),
  },
  CARRIER_ALREADY_EXISTS_IN_REGION: { status: 409, description: 'This provider is asked in the region.' },
  DELIVERY_CARRIER_MISSING_BACKUP_RATE: { status: 400, description: 'This provider needs a rate for when it does not answer.' },
  UNKNOWN_DELIVERY_CARRIER: { status: 400, description: 'No such provider of delivery rates.', ...data({ appId: z.string() }) },
  DELIVERY_CARRIER_NOT_FOUND: { status: 404, description: 'This provider is not asked in the region.' },
  LIMIT_OF_OPTIONS_PER_DELIVERY_REGION_EXCEEDED: {
    status: 409,
    description: 'The region has as many ways of delivery as it may.',
    ...data({ limit: z.int() }),
  },
  INVALID_QUANTITY_VALUE: { status: 400, description: 'A number of units is a whole number.' },
  DELIVERY_OPTION_NOT_FOUND: { status: 404, description: 'No such way of delivery.' },
  DELIVERY_SLOT_NOT_FOUND: { status: 404, description: 'This way of delivery has no slot then.' },
  SHIPPING_OPTION_NOT_FOUND: { status: 404, description: 'No such way of delivery.' },
  PICKUP_LOCATION_NOT_FOUND: { status: 404, description: 'No such place to collect goods.' },
  LOCAL_DELIVERY_OPTION_NOT_FOUND: { status: 404, description: 'No such local delivery.' },
  GENERATE_INVOICE_NOT_SUPPORTED: { status: 409, description: 'Only an order that stands is invoiced.' },
  INVOICE_ALREADY_EXISTS: { status: 409, description: 'This order has its invoice.' },
  MISSING_CONTACT: { status: 400, description: 'Nobody is known to make the invoice out to.' },
  INVOICE_NOT_FOUND: { status: 404, description: 'No such invoice.' },
  CANCELLATION_TOO_LATE: { status: 409, description: 'Something of this order is on its way, or with its buyer.' },
  DOWNLOAD_NOT_PAID: { status: 409, description: 'This file is not paid for, or its money went back.' },
} as const satisfies RefusalKinds
