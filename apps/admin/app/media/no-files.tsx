import { Upload } from 'lucide-react'
import { Button } from '../parts/button.tsx'
import { privateFiles, trashFolder, unusedFiles, visitorFolder } from './folders.ts'
import type { Asked } from './read.ts'

interface NoFilesProps {
  asked: Asked
  mayWrite: boolean
  /** Folders stand there, if no files. */
  hasFolders: boolean
  onUpload: () => void
  onClear: () => void
}

/** Why no file stands there, and what would change that. */
export function NoFiles({ asked: { folder, words, kinds }, mayWrite, hasFolders, onUpload, onClear }: NoFilesProps) {
  if (words !== '' || kinds.length > 0)
    return (
      <div className="empty">
        <h2>No files like that</h2>
        <p>{words !== '' ? `No name or label begins with “${words}”.` : 'There is none of that kind here.'}</p>
        <div className="acts">
          <Button onClick={onClear}>Clear the search</Button>
        </div>
      </div>
    )
  if (folder === trashFolder)
    return hasFolders ? null : (
      <div className="empty">
        <h2>The trash is empty</h2>
        <p>What you take out of the library waits here for a time, and can be brought back.</p>
      </div>
    )
  if (folder === unusedFiles)
    return (
      <div className="empty">
        <h2>Every file is used</h2>
        <p>A product, a collection, a review, a page or a setting shows each of them.</p>
      </div>
    )
  const [title, text] =
    folder === privateFiles
      ? ['No private files', 'Files that are sold, such as a pattern to download, are private: nobody sees them without a link that ends.']
      : folder === visitorFolder
        ? ['Nothing from visitors', 'What members and visitors send, such as a picture with a review, lies here.']
        : folder === undefined
          ? [
              'No files yet',
              'Pictures, videos, 3D models and documents of the shop lie here. Drop files or whole folders anywhere on this page.',
            ]
          : ['This folder is empty', 'Drop files or whole folders on it, or paste a picture.']
  return (
    <div className="empty">
      <h2>{title}</h2>
      <p>{text}</p>
      {mayWrite && folder !== visitorFolder && (
        <div className="acts">
          <Button icon={Upload} onClick={onUpload}>
            Upload files
          </Button>
        </div>
      )}
    </div>
  )
}
