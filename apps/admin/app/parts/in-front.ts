/** Whether a dialog, a menu or a popover stands in front of the page: the keys are theirs. */
export const isSomethingInFront = (): boolean => document.querySelector('.overlay, .positioner') !== null
