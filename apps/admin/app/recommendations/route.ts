export { loader, Recommendations as Component } from './recommendations.tsx'
