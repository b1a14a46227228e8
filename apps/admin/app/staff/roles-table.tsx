import type { Ok } from '@vitrine/contract'
import { Check } from 'lucide-react'
import { areaNames } from '../developers/scopes.ts'
import { Icon } from '../parts/icon.tsx'
import { Head, RowHead, Table, Td, Tr } from '../parts/table.tsx'
import { roleNames } from '../shell/role-names.ts'

/** What each role may do with each part of the shop. */
export function RolesTable({ roles }: { roles: Ok<'GET /vitrine/v1/staff/roles'>['roles'] }) {
  const byRole = roles.map(({ role, rights }) => ({ role, rights: new Set(rights) }))
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Roles</h2>
        <p>What you may not do is not in your menu</p>
      </header>
      {/* It slides sideways where it is too wide, for keys too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="tw" role="region" aria-label="Rights by role" tabIndex={0}>
        <Table
          caption="Rights by role"
          className="in one rights"
          head={
            <>
              <Head>May</Head>
              {byRole.map(({ role }) => (
                <Head key={role}>{roleNames[role]}</Head>
              ))}
            </>
          }
        >
          {Object.entries(areaNames).map(([area, name]) => (
            <Tr key={area}>
              <RowHead>{name}</RowHead>
              {byRole.map(({ role, rights }) => (
                <Td key={role} of={roleNames[role]}>
                  {rights.has(`${area}.write`) ? (
                    <span className="yes">
                      <Icon of={Check} />
                      <span className="vh">see and change</span>
                    </span>
                  ) : rights.has(`${area}.read`) ? (
                    'see only'
                  ) : (
                    <span className="faint">
                      –<span className="vh"> nothing</span>
                    </span>
                  )}
                </Td>
              ))}
            </Tr>
          ))}
        </Table>
      </div>
    </section>
  )
}
