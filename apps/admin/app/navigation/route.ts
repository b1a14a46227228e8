export { loader, NavigationPage as Component } from './navigation.tsx'
