import * as z from 'zod'

export const WeightUnit = z.enum(['UNSPECIFIED_WEIGHT_UNIT', 'KG', 'LB'])
export type WeightUnit = z.infer<typeof WeightUnit>

export const FileType = z.enum([
  'UNSPECIFIED',
  'SECURE_PICTURE',
  'SECURE_VIDEO',
  'SECURE_DOCUMENT',
  'SECURE_MUSIC',
  'SECURE_ARCHIVE',
  'SECURE_RAW',
])
export type FileType = z.infer<typeof FileType>

export const MeasurementUnit = z.enum([
  'UNSPECIFIED',
  'ML',
  'CL',
  'L',
  'CBM',
  'MG',
  'G',
  'KG',
  'MM',
  'CM',
  'M',
  'SQM',
  'OZ',
  'LB',
  'FLOZ',
  'PT',
  'QT',
  'GAL',
  'IN',
  'FT',
  'YD',
  'SQFT',
])
export type MeasurementUnit = z.infer<typeof MeasurementUnit>

export const ProductType = z.enum(['unspecified_product_type', 'physical', 'digital'])
export type ProductType = z.infer<typeof ProductType>

export const DimensionsUnit = z.enum(['UNKNOWN_DIMENSIONS_UNIT', 'MM', 'CM', 'M', 'IN', 'FT', 'YD'])
export type DimensionsUnit = z.infer<typeof DimensionsUnit>

export const InventoryStatus = z.enum(['IN_STOCK', 'OUT_OF_STOCK', 'PARTIALLY_OUT_OF_STOCK'])
export type InventoryStatus = z.infer<typeof InventoryStatus>

export const MediaItemType = z.enum(['unspecified_media_item_type', 'image', 'video', 'audio', 'document', 'zip'])
export type MediaItemType = z.infer<typeof MediaItemType>

export const OptionType = z.enum(['unspecified_option_type', 'drop_down', 'color'])
export type OptionType = z.infer<typeof OptionType>

export const ProductDiscountType = z.enum(['UNDEFINED', 'NONE', 'AMOUNT', 'PERCENT'])
export type ProductDiscountType = z.infer<typeof ProductDiscountType>

export const ReviewOriginType = z.enum(['UNKNOWN', 'ORGANIC', 'APP'])
export type ReviewOriginType = z.infer<typeof ReviewOriginType>

export const FileMediaType = z.enum([
  'UNKNOWN',
  'IMAGE',
  'VIDEO',
  'AUDIO',
  'DOCUMENT',
  'VECTOR',
  'ARCHIVE',
  'MODEL3D',
  'OTHER',
  'ICON',
  'FLASH',
  'FONT',
  'RAW',
])
export type FileMediaType = z.infer<typeof FileMediaType>

export const FileOperationStatus = z.enum(['FAILED', 'READY', 'PENDING'])
export type FileOperationStatus = z.infer<typeof FileOperationStatus>

export const FileState = z.enum(['OK', 'DELETED'])
export type FileState = z.infer<typeof FileState>

export const BackInStockStatus = z.enum(['UNSPECIFIED', 'RECEIVED', 'PROCESSING', 'NOTIFICATION_SENT', 'FAILED'])
export type BackInStockStatus = z.infer<typeof BackInStockStatus>

export const AlgorithmType = z.enum(['UNSPECIFIED', 'RELATED_ITEMS', 'GLOBAL'])
export type AlgorithmType = z.infer<typeof AlgorithmType>

export const SortOrder = z.enum(['ASC', 'DESC'])
export type SortOrder = z.infer<typeof SortOrder>

/** Why stock changed, as reported by a program. */
export const ReasonType = z.enum(['UNKNOWN', 'ORDER', 'MANUAL', 'REVERT_INVENTORY_CHANGE'])
export type ReasonType = z.infer<typeof ReasonType>

export const InventoryAction = z.enum(['RESTOCK', 'DECREASE'])
export type InventoryAction = z.infer<typeof InventoryAction>

export const RootFolder = z.enum(['MEDIA_ROOT', 'TRASH_ROOT', 'VISITOR_UPLOADS_ROOT'])
export type RootFolder = z.infer<typeof RootFolder>

export const StreamFormat = z.enum(['UNKNOWN', 'HLS', 'DASH'])
export type StreamFormat = z.infer<typeof StreamFormat>

export const UploadProtocol = z.enum(['TUS'])
export type UploadProtocol = z.infer<typeof UploadProtocol>

export const ContentDisposition = z.enum(['ATTACHMENT', 'INLINE'])
export type ContentDisposition = z.infer<typeof ContentDisposition>

export const ReviewAuthorType = z.enum(['UNKNOWN', 'MEMBER', 'VISITOR'])
export type ReviewAuthorType = z.infer<typeof ReviewAuthorType>

export const ReviewSource = z.enum(['REVIEW_REQUEST', 'REQUEST_LINK'])
export type ReviewSource = z.infer<typeof ReviewSource>
