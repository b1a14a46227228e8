/**
 * The order of the cascade layers: later ones win. It stands in the document before any style sheet, because the order in which sheets arrive
 * differs from page to page, and the layer that is named first is the weakest.
 */
export const layerOrder = '@layer reset, tokens, base, layout, component, page, state;'
