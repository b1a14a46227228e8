import { Outlet } from 'react-router'
import { Trouble } from '../shop/trouble.tsx'
import type { Route } from './+types/frame.ts'

export default function Frame() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Trouble error={error} />
}
