export { InvoiceSettingsPage as Component, loader } from './settings.tsx'
