import type { Examples } from './type.ts'
import { id, other } from './values.ts'

export const mediaExamples = {
  'POST /site-media/v1/files/generate-upload-url': {
    mimeType: 'image/webp',
    fileName: 'mug.webp',
    sizeInBytes: '48213',
    filePath: '/summer/mugs',
    labels: ['summer'],
  },
  'POST /site-media/v1/files/generate-resumable-upload-url': {
    mimeType: 'video/mp4',
    fileName: 'at-the-wheel.mp4',
    sizeInBytes: '734003200',
    uploadProtocol: 'TUS',
  },
  'GET /site-media/v1/files': { parentFolderId: 'media-root', mediaTypes: ['IMAGE'], paging: { limit: 50 } },
  'GET /site-media/v1/files/get-file-by-id': { fileId: 'mug.webp' },
  'POST /site-media/v1/files/get-files': { fileIds: ['mug.webp', 'bowl.webp'] },
  'POST /site-media/v1/files/search': { search: 'mug', rootFolder: 'MEDIA_ROOT', sort: { fieldName: 'displayName', order: 'ASC' } },
  'POST /site-media/v1/files/query': {
    query: {
      filter: { mediaType: { $in: ['IMAGE', 'VIDEO'] } },
      sort: [{ fieldName: 'sizeInBytes', order: 'DESC' }],
      cursorPaging: { limit: 20 },
    },
  },
  'GET /site-media/v1/trash-bin/files': { paging: { limit: 50 } },
  'PATCH /site-media/v1/files/update-file-descriptor': {
    file: { id: 'mug.webp', displayName: 'Morning mug', labels: ['summer'], parentFolderId: id },
  },
  'POST /site-media/v1/files/import': {
    url: 'https://pictures.example.com/mug.webp',
    mediaType: 'IMAGE',
    displayName: 'Morning mug',
    externalInfo: { origin: 'dam', externalIds: ['4711'] },
  },
  'POST /site-media/v1/bulk/files/import': {
    importFileRequests: [{ url: 'https://pictures.example.com/mug.webp' }, { url: 'https://pictures.example.com/bowl.webp' }],
  },
  'POST /site-media/v1/bulk/files/import-v2': {
    importFileRequests: [{ url: 'https://pictures.example.com/mug.webp', urlHeaders: { 'x-api-key': 'sesame' } }],
    returnEntity: true,
  },
  'POST /site-media/v1/bulk/files/delete': { fileIds: ['mug.webp'] },
  'POST /site-media/v1/bulk/trash-bin/files/restore': { fileIds: ['mug.webp'] },
  'POST /site-media/v1/files/generate-file-download-url': {
    fileId: 'glazes.pdf',
    downloadFileName: 'Our glazes.pdf',
    expirationInMinutes: 60,
    contentDisposition: 'ATTACHMENT',
  },
  'POST /site-media/v1/files/generate-download-url': { fileIds: ['mug.webp', 'bowl.webp'] },
  'POST /site-media/v1/folders/{folderId}/generate-download-url': { folderId: id },
  'POST /site-media/v1/files/generate-video-stream-url': { fileId: 'at-the-wheel.mp4', format: 'HLS' },
  'POST /site-media/v1/folders': { displayName: 'Summer', parentFolderId: 'media-root' },
  'GET /site-media/v1/folders/{folderId}': { folderId: id },
  'GET /site-media/v1/folders': { parentFolderId: 'media-root' },
  'POST /site-media/v1/folders/search': { search: 'summer' },
  'POST /site-media/v1/folders/query': { query: { filter: { state: 'OK' }, sort: [{ fieldName: 'displayName', order: 'ASC' }] } },
  'PATCH /site-media/v1/folders/{folder.id}': { folder: { id, displayName: 'Summer 2027', parentFolderId: other } },
  'POST /site-media/v1/bulk/folders/delete': { folderIds: [id] },
  'POST /site-media/v1/bulk/trash-bin/folders/restore': { folderIds: [id] },
  'GET /site-media/v1/trash-bin/folders': { paging: { limit: 50 } },
  'GET /vitrine/v1/media/usage': { folderIds: ['media-root', id] },
  'GET /vitrine/v1/media/files/{fileId}/uses': { fileId: 'mug.webp' },
  'GET /vitrine/v1/media/unused-files': { limit: 50 },
  'PATCH /vitrine/v1/media/files/{fileId}': {
    fileId: 'mug.webp',
    altText: 'A mug with a sage glaze on a wooden table',
    focalPoint: { x: 50, y: 40 },
  },
  'GET /vitrine/v1/media/files/{fileId}/captions': { fileId: 'at-the-wheel.mp4' },
  'PUT /vitrine/v1/media/files/{fileId}/captions/{language}': {
    fileId: 'at-the-wheel.mp4',
    language: 'en',
    label: 'English',
    content: 'WEBVTT\n\n00:00.000 --> 00:02.500\nThe clay is centred first.\n',
  },
  'DELETE /vitrine/v1/media/files/{fileId}/captions/{language}': { fileId: 'at-the-wheel.mp4', language: 'en' },
  'GET /vitrine/v1/media/settings': {},
  'PATCH /vitrine/v1/media/settings': { mediaSettings: { quotaInBytes: '50000000000', trashDays: 60 } },
} as const satisfies Partial<Examples>
