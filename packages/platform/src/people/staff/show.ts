import type { MyDevice, StaffInvitation, StaffMember, StaffRules, StaffSession } from '@vitrine/contract'
import type { StaffSettings } from '../../kernel/settings/staff-settings.ts'
import type { RememberedBrowser } from '../credentials/remembered.ts'
import type { Invitation } from './invitation-store.ts'
import { secondStepDue } from './rules.ts'
import type { OpenSession } from './session-store.ts'
import type { Listed } from './store.ts'

export function showMember(person: Listed, settings: StaffSettings): StaffMember {
  const { id, revision, name, email, role, secondStep, recoveryCodesLeft, agents, sessions, seenAt, passwordAt, createdAt } = person
  const due = secondStep ? undefined : secondStepDue(settings, role)
  return {
    id,
    revision: String(revision),
    name,
    email,
    role,
    secondStep,
    ...(due && { secondStepDue: due.toISOString() }),
    recoveryCodesLeft,
    agents: [...agents],
    sessions,
    ...(seenAt && { seenDate: seenAt.toISOString() }),
    ...(passwordAt && { passwordDate: passwordAt.toISOString() }),
    createdDate: createdAt.toISOString(),
  }
}

export const showSession = (session: OpenSession, current: string | undefined): StaffSession => ({
  id: session.id,
  staffMemberId: session.staffId,
  name: session.name,
  current: session.id === current,
  agent: session.agent,
  address: session.address,
  methods: [...session.methods],
  createdDate: session.createdAt.toISOString(),
  usedDate: session.usedAt.toISOString(),
  expiresDate: session.expiresAt.toISOString(),
})

export const showBrowser = ({ id, agent, address, createdAt, usedAt, expiresAt }: RememberedBrowser): MyDevice => ({
  id,
  agent,
  address,
  createdDate: createdAt.toISOString(),
  usedDate: usedAt.toISOString(),
  until: expiresAt.toISOString(),
})

export const showInvitation = ({ id, email, role, invitedBy, createdAt, sentAt, expiresAt }: Invitation): StaffInvitation => ({
  id,
  email,
  role,
  ...(invitedBy !== null && { invitedBy }),
  createdDate: createdAt.toISOString(),
  sentDate: sentAt.toISOString(),
  expiresDate: expiresAt.toISOString(),
})

export const showRules = ({ revision, secondStep, from }: StaffSettings, updatedAt: Date | undefined): StaffRules => ({
  revision: String(revision),
  secondStep,
  ...(from !== undefined && { from }),
  ...(updatedAt && { updatedDate: updatedAt.toISOString() }),
})
