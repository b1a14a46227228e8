import type { AlgorithmInfo, AlgorithmType, RecommendationKind } from '@vitrine/contract'
import { catalogueApps, storesApp } from '../selling/apps.ts'
import type { RecommendationProvider } from '../selling/recommendation-services.ts'

interface AlgorithmFacts {
  readonly id: string
  readonly name: string
  readonly type: Extract<AlgorithmType, 'RELATED_ITEMS' | 'GLOBAL'>
  readonly description: string
}

/** What recommends products. The first four have the ids under which published storefronts ask for them. */
export const algorithms: Readonly<Record<RecommendationKind, AlgorithmFacts>> = {
  BOUGHT_TOGETHER: {
    id: 'd5aac1e1-2e53-4d11-85f7-7172710b4783',
    name: 'Frequently bought together',
    type: 'RELATED_ITEMS',
    description: 'Products that are in the same orders more often than chance has it.',
  },
  VIEWED_TOGETHER: {
    id: '5dd69f67-9ab9-478e-ba7c-10c6c6e7285f',
    name: 'Frequently viewed together',
    type: 'RELATED_ITEMS',
    description: 'Products that are looked at in the same visits more often than chance has it.',
  },
  SIMILAR: {
    id: '68ebce04-b96a-4c52-9329-08fc9d8c1253',
    name: 'From the same categories',
    type: 'RELATED_ITEMS',
    description: 'Products that share collections, options, words of the name and a price band.',
  },
  BEST_SELLING: {
    id: 'ba491fd2-b172-4552-9ea6-7202e01d1d3c',
    name: 'Best sellers',
    type: 'GLOBAL',
    description: 'What sells most at present: each unit counts half as much as one that is sold thirty days later.',
  },
  NEW: {
    id: '0b7c6d0e-6a4f-4b0b-9d3a-5a8d2f1c7e01',
    name: 'New arrivals',
    type: 'GLOBAL',
    description: 'The products that came last.',
  },
  FOR_YOU: {
    id: '3f1d9c52-2c1e-4f7e-8b6d-e4a97c0d5b02',
    name: 'For you',
    type: 'GLOBAL',
    description: 'What goes with what a member has bought. Recommends nothing to whoever is not signed in.',
  },
}

export const kinds = Object.keys(algorithms) as RecommendationKind[]

const byId = new Map(kinds.map((kind) => [algorithms[kind].id, kind]))

/** Which algorithm has this id; undefined where the shop has none such. */
export const kindOf = (id: string): RecommendationKind | undefined => byId.get(id.toLowerCase())

export const isRelated = (kind: RecommendationKind): boolean => algorithms[kind].type === 'RELATED_ITEMS'

/** The algorithms of services, as storefronts list them. */
export const algorithmsOfServices = (services: readonly RecommendationProvider[]): AlgorithmInfo[] =>
  services.flatMap(({ id, algorithms: ofService }) => ofService.map((config) => ({ config, appId: id, catalogAppIds: [...catalogueApps] })))

export const availableAlgorithms: readonly AlgorithmInfo[] = kinds.map((kind) => {
  const { id, name, type, description } = algorithms[kind]
  return {
    config: { name, description, algorithmType: type, algorithmId: id },
    appId: storesApp,
    catalogAppIds: [...catalogueApps],
  }
})
