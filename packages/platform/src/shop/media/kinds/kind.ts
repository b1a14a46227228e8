export type Kind = 'IMAGE' | 'VIDEO' | 'MODEL3D' | 'AUDIO' | 'DOCUMENT' | 'ARCHIVE' | 'VECTOR' | 'ICON'
