export { loader, PaperPanel as Component } from './paper.tsx'
