import * as z from 'zod'
import { FileMediaType, FileOperationStatus, FileState } from './enums.ts'
import { Image } from './items.ts'
import { Decimal, Instant } from './primitives.ts'
import { VideoResolution } from './reviews.ts'

export const ColorRGB = z.object({ r: z.int().optional(), g: z.int().optional(), b: z.int().optional() })
export interface ColorRGB extends z.infer<typeof ColorRGB> {}

export const ImageColor = z.object({ hex: z.string().optional(), rgb: ColorRGB.optional() })
export interface ImageColor extends z.infer<typeof ImageColor> {}

export const ImageColors = z.object({ prominent: ImageColor.optional(), palette: z.array(ImageColor) })
export interface ImageColors extends z.infer<typeof ImageColors> {}

export const FaceRecognition = z.object({ confidence: z.number(), x: z.int(), y: z.int(), height: z.int(), width: z.int() })
export interface FaceRecognition extends z.infer<typeof FaceRecognition> {}

export const ImageMedia = z.object({
  image: Image.optional(),
  colors: ImageColors.optional(),
  faces: z.array(FaceRecognition),
  previewImage: Image.optional(),
  caption: z.string().optional(),
})
export interface ImageMedia extends z.infer<typeof ImageMedia> {}

export const FileVideo = z.object({
  id: z.string().optional(),
  resolutions: z.array(VideoResolution).optional(),
  filename: z.string().optional(),
  posters: z.array(Image).optional(),
  urlExpirationDate: Instant.optional(),
})
export interface FileVideo extends z.infer<typeof FileVideo> {}

export const FileAudioAsset = z.object({
  id: z.string().optional(),
  url: z.string().optional(),
  urlExpirationDate: Instant.optional(),
  filename: z.string().optional(),
})
export interface FileAudioAsset extends z.infer<typeof FileAudioAsset> {}

export const FileAudio = z.object({
  id: z.string(),
  assets: z.array(FileAudioAsset),
  bitrate: z.int().optional(),
  format: z.string().optional(),
  duration: z.int().optional(),
  sizeInBytes: Decimal.optional(),
})
export interface FileAudio extends z.infer<typeof FileAudio> {}

export const FileDocument = z.object({
  id: z.string().optional(),
  url: z.string().optional(),
  urlExpirationDate: Instant.optional(),
  filename: z.string().optional(),
  thumbnail: Image.optional(),
})
export interface FileDocument extends z.infer<typeof FileDocument> {}

export const FileArchive = z.object({
  id: z.string(),
  url: z.string(),
  urlExpirationDate: Instant.optional(),
  sizeInBytes: Decimal.optional(),
  filename: z.string().optional(),
})
export interface FileArchive extends z.infer<typeof FileArchive> {}

export const Model3D = z.object({
  id: z.string(),
  url: z.string(),
  thumbnail: Image.optional(),
  altText: z.string().optional(),
  urlExpirationDate: Instant.optional(),
  filename: z.string().optional(),
  sizeInBytes: Decimal.optional(),
})
export interface Model3D extends z.infer<typeof Model3D> {}

export const FileMedia = z.object({
  image: ImageMedia.optional(),
  video: FileVideo.optional(),
  audio: FileAudio.optional(),
  document: FileDocument.optional(),
  vector: ImageMedia.optional(),
  archive: FileArchive.optional(),
  model3d: Model3D.optional(),
  icon: ImageMedia.optional(),
})
export interface FileMedia extends z.infer<typeof FileMedia> {}

/** A file of the media manager: what it is, where it is, whether it is ready. */
export const FileDescriptor = z.object({
  id: z.string(),
  displayName: z.string(),
  url: z.string(),
  parentFolderId: z.string().optional(),
  hash: z.string(),
  sizeInBytes: Decimal.optional(),
  private: z.boolean(),
  mediaType: FileMediaType,
  media: FileMedia.optional(),
  operationStatus: FileOperationStatus,
  sourceUrl: z.string().optional(),
  thumbnailUrl: z.string().optional(),
  labels: z.array(z.string()),
  createdDate: Instant.optional(),
  updatedDate: Instant.optional(),
  siteId: z.string(),
  state: FileState,
  lastUsedDate: Instant.optional(),
})
export interface FileDescriptor extends z.infer<typeof FileDescriptor> {}
