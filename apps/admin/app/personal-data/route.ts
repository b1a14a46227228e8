export { loader, PersonalDataPage as Component } from './personal-data.tsx'
