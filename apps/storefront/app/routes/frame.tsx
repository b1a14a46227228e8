import { Outlet } from 'react-router'
import { ErrorPage } from '../shop/error-page.tsx'
import type { Route } from './+types/frame.ts'

export default function Frame() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
