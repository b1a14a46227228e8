import type { Context } from '../../kernel/db/context.ts'
import { type ContractDocument, lockContract, type Mirror, saveContract } from './store.ts'

export interface WithoutBuyer {
  readonly mirror: (mirror: Mirror) => Mirror
  readonly line: (line: ContractDocument['agreement']['line']) => ContractDocument['agreement']['line']
}

/** Takes away whose subscriptions they were; what was sold and when stays. Only for those that charge no more. */
export async function blankSubscriptions({ db, site, now }: Context, ids: readonly string[], without: WithoutBuyer): Promise<void> {
  for (const id of ids) {
    const contract = await lockContract(db, site, id)
    if (!contract) continue
    const { agreement, mirror } = contract.document
    await saveContract(db, site, {
      ...contract,
      savedMethodId: null,
      document: { ...contract.document, mirror: without.mirror(mirror), agreement: { ...agreement, line: without.line(agreement.line) } },
      revision: contract.revision + 1,
      updatedAt: now,
    })
  }
}
