export * from './address.ts'
export * from './file-url.ts'
export * from './image-url.ts'
