/** For a link or button that opens a part whose script comes when somebody is about to open it. */
export const nearing = (near: () => void) => ({ onPointerEnter: near, onPointerDown: near, onFocus: near })
