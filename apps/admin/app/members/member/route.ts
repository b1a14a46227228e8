export { loader, MemberPage as Component } from './member.tsx'
