/** Inlined in each page as is: fetches the page's scripts after it has loaded, or at the first interaction. */
window.startPage = (manifest, entry, own, ahead) => {
  let begun
  let pressed
  const begin = () => {
    if (begun) return
    begun = true
    for (const href of ahead) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    void Promise.all([...own.map(([, module]) => import(module)), import(manifest)]).then((modules) => {
      window.__reactRouterRouteModules = Object.fromEntries(own.map(([id], at) => [id, modules[at]]))
      return import(entry)
    })
  }
  const wait = ({ target }) => {
    const button = target.closest('button[type=button]')
    if (button) (pressed = button).ariaBusy = 'true'
  }
  const soon = () => requestAnimationFrame(() => setTimeout(begin))
  // Browsers send a pointermove as well where the page comes to lie under a pointer that rests.
  const touched = ({ type, movementX, movementY }) => (type !== 'pointermove' || movementX || movementY) && begin()
  for (const touch of ['pointermove', 'pointerdown', 'keydown']) addEventListener(touch, touched, true)
  addEventListener('click', wait, true)
  const alive = () => {
    removeEventListener('click', wait, true)
    if (pressed) pressed.ariaBusy = null
    pressed?.click()
  }
  addEventListener('alive', alive, { once: true })
  if (document.readyState === 'complete') soon()
  else addEventListener('load', soon)
  setTimeout(begin, 2000)
}
