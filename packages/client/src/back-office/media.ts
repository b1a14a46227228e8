import type { Api } from '../api.ts'

/** Files of the shop: uploading, finding and changing them. */
export const files = (api: Api) => ({
  generateFileUploadUrl: api('POST /site-media/v1/files/generate-upload-url'),
  generateFileResumableUploadUrl: api('POST /site-media/v1/files/generate-resumable-upload-url'),
  listFiles: api('GET /site-media/v1/files'),
  searchFiles: api('POST /site-media/v1/files/search', 'reads'),
  queryFileDescriptors: api('POST /site-media/v1/files/query', 'reads'),
  listDeletedFiles: api('GET /site-media/v1/trash-bin/files'),
  getFileDescriptor: api('GET /site-media/v1/files/get-file-by-id'),
  getFileDescriptors: api('POST /site-media/v1/files/get-files', 'reads'),
  updateFileDescriptor: api('PATCH /site-media/v1/files/update-file-descriptor'),
  importFile: api('POST /site-media/v1/files/import'),
  bulkImportFiles: api('POST /site-media/v1/bulk/files/import'),
  bulkImportFile: api('POST /site-media/v1/bulk/files/import-v2'),
  bulkDeleteFiles: api('POST /site-media/v1/bulk/files/delete'),
  bulkRestoreFilesFromTrashBin: api('POST /site-media/v1/bulk/trash-bin/files/restore'),
  generateFileDownloadUrl: api('POST /site-media/v1/files/generate-file-download-url'),
  generateFilesDownloadUrl: api('POST /site-media/v1/files/generate-download-url'),
  generateVideoStreamingUrl: api('POST /site-media/v1/files/generate-video-stream-url'),
})

/** Folders of the shop's files. */
export const folders = (api: Api) => ({
  createFolder: api('POST /site-media/v1/folders'),
  getFolder: api('GET /site-media/v1/folders/{folderId}'),
  listFolders: api('GET /site-media/v1/folders'),
  searchFolders: api('POST /site-media/v1/folders/search', 'reads'),
  queryFolders: api('POST /site-media/v1/folders/query', 'reads'),
  listDeletedFolders: api('GET /site-media/v1/trash-bin/folders'),
  updateFolder: api('PATCH /site-media/v1/folders/{folder.id}'),
  generateFolderDownloadUrl: api('POST /site-media/v1/folders/{folderId}/generate-download-url'),
  bulkDeleteFolders: api('POST /site-media/v1/bulk/folders/delete'),
  bulkRestoreFoldersFromTrashBin: api('POST /site-media/v1/bulk/trash-bin/folders/restore'),
})

/** What merchants know of their files: their total size, the description of a picture, their limits. */
export const mediaLibrary = (api: Api) => ({
  getMediaUsage: api('GET /vitrine/v1/media/usage'),
  listFileUses: api('GET /vitrine/v1/media/files/{fileId}/uses'),
  listUnusedFiles: api('GET /vitrine/v1/media/unused-files'),
  describeFile: api('PATCH /vitrine/v1/media/files/{fileId}'),
  replaceFile: api('POST /vitrine/v1/media/files/{fileId}/replace'),
  getFileHistory: api('GET /vitrine/v1/media/files/{fileId}/history'),
  getFileProcessing: api('GET /vitrine/v1/media/files/{fileId}/processing'),
  getMediaSettings: api('GET /vitrine/v1/media/settings'),
  updateMediaSettings: api('PATCH /vitrine/v1/media/settings'),
  setCaption: api('PUT /vitrine/v1/media/files/{fileId}/captions/{language}'),
  deleteCaption: api('DELETE /vitrine/v1/media/files/{fileId}/captions/{language}'),
})
