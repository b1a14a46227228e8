import { drawOut } from './draw-out.ts'
import { isFormula } from './formula.ts'
import { fieldAt, fieldFrom, type Grid, gridOf, keyOf, placeOf } from './grid.ts'
import { pastedBlock } from './pasted-block.ts'
import { markerOf, newHandle, type Picked, pickedIn } from './picked.ts'
import { type Area, areaOf, copiedText, type Filling, filledOver, isOneCell, type Place, pastedOver, placesIn } from './range.ts'

/** What a cell is to say, and what it said before. */
export interface CellWrite {
  readonly key: string
  readonly text: string
  readonly old: string
}

/** The sheet that cells are picked on, as it is written. */
export interface SheetCells {
  /** Writes cells at once; formulas calculate with `old`. It is one step back, together with the typing that it ends. */
  readonly write: (cells: readonly CellWrite[], endsTyping: boolean) => void
  readonly undo: () => void
  /** What a cell says while nobody has written on it. */
  readonly savedText: (key: string) => string | undefined
  /** Whether a cell can take a text; all can without it. */
  readonly takes?: (key: string, text: string) => boolean
  /** What was pasted, for so many columns from the first cell on. */
  readonly blockOf?: (text: string, columns: number) => readonly (readonly string[])[]
}

interface Listener {
  readonly sheet: () => SheetCells
  readonly onPick: (picked: Picked | undefined) => void
  /** ↵ in the only row there is. */
  readonly onLast: () => void
  /** Says that so many cells were pasted, filled or cleared. */
  readonly onWrote: (count: number, did: string) => void
}

const arrows: Readonly<Record<string, readonly [down: number, across: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

const isWholeMarked = ({ selectionStart, selectionEnd, value }: HTMLInputElement): boolean =>
  selectionStart === 0 && selectionEnd === value.length

/** Hears pointer, keys and clipboard on a table whose fields carry `data-cell`: ranges, fill, copy, paste, formulas and the way from cell to cell. */
export function pickCells(table: HTMLTableElement, { sheet, onPick, onLast, onWrote }: Listener): () => void {
  const stop = new AbortController()
  const handle = newHandle()
  const mark = markerOf(handle)
  /** Where a range begins, which has the focus, and where it ends. */
  let anchor: HTMLInputElement | undefined
  let end: HTMLInputElement | undefined
  /** What the cell with the focus said when it got it. */
  let said = ''
  let isMouse = true

  const areaIn = (grid: Grid): Area | undefined => {
    const [from, to] = [anchor && placeOf(grid, anchor), end && placeOf(grid, end)]
    return from && areaOf(from, to ?? from)
  }
  const show = () => {
    const grid = gridOf(table)
    const area = areaIn(grid)
    mark(grid, area)
    onPick(area && pickedIn(grid, area))
  }
  const pick = (from: HTMLInputElement | undefined, to = from) => {
    anchor = from
    end = to
    show()
  }
  const isMany = () => anchor !== undefined && end !== anchor
  const wasTyped = () => anchor !== undefined && anchor === document.activeElement && anchor.value !== said
  const go = (to: HTMLInputElement | undefined) => {
    if (!to) return
    to.focus()
    to.select()
  }
  /** Picks from one cell to another, the focus on the first. */
  const choose = (from: HTMLInputElement | undefined, to: HTMLInputElement | undefined) => {
    if (!from || !to) return
    if (document.activeElement !== from) go(from)
    pick(from, to)
  }
  /** Once what was written is shown. */
  const later = () =>
    requestAnimationFrame(() => {
      if (anchor && anchor === document.activeElement) said = anchor.value
      if (table.isConnected) show()
    })
  const write = (grid: Grid, fillings: readonly Filling[], did?: string): void => {
    const endsTyping = did === undefined
    const cells = fillings.flatMap(({ row, column, text }): CellWrite[] => {
      const field = grid[row]?.[column]?.field
      if (!field || sheet().takes?.(keyOf(field), text) === false) return []
      return [{ key: keyOf(field), text, old: field === anchor ? said : field.value }]
    })
    if (cells.length === 0) return
    sheet().write(cells, endsTyping)
    if (did) onWrote(cells.length, did)
    later()
  }
  /** A cell that says how it comes from what there was says what it comes to. */
  const settle = (field: HTMLInputElement) => {
    if (isFormula(field.value) && field.value !== said) sheet().write([{ key: keyOf(field), text: field.value, old: said }], true)
  }
  const textIn = (grid: Grid) => (place: Place) => grid[place.row]?.[place.column]?.field?.value
  const fill = (grid: Grid, from: Area, to: Area) => {
    write(grid, filledOver(from, to, textIn(grid)), 'filled')
    choose(grid[to.top]?.[to.left]?.field, grid[to.bottom]?.[to.right]?.field)
  }
  /** Down to the last row of the range, or of the sheet where the range is one row. */
  const fillDown = () => {
    const grid = gridOf(table)
    const area = areaIn(grid)
    if (!area) return
    if (area.top === area.bottom) write(grid, filledOver(area, { ...area, bottom: grid.length - 1 }, textIn(grid)), 'filled')
    else write(grid, filledOver({ ...area, bottom: area.top }, area, textIn(grid)), 'filled')
  }
  const writeAll = (text: string, did?: string) => {
    const grid = gridOf(table)
    const area = areaIn(grid)
    if (area)
      write(
        grid,
        placesIn(area).map((place) => ({ ...place, text })),
        did,
      )
  }
  const extend = (down: number, across: number, isFar: boolean) => {
    const grid = gridOf(table)
    const from = end && placeOf(grid, end)
    if (!from) return
    let to = fieldFrom(grid, from, down, across)
    for (let next = to; isFar && next; next = fieldFrom(grid, placeOf(grid, next)!, down, across)) to = next
    if (!to) return
    pick(anchor, to)
    to.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  const move = (at: HTMLInputElement, down: number, across: number): boolean => {
    const grid = gridOf(table)
    const from = placeOf(grid, at)
    const to = from && fieldFrom(grid, from, down, across)
    go(to ?? (across === 0 ? at : undefined))
    return to !== undefined || across === 0
  }

  /** Whether a key did something. */
  const hearArrow = (event: KeyboardEvent, at: HTMLInputElement): boolean => {
    const [down, across] = arrows[event.key]!
    const isHeld = event.metaKey || event.ctrlKey
    if (event.shiftKey) {
      if (across !== 0 && !isMany() && !isWholeMarked(at)) return false
      extend(down, across, isHeld)
      return true
    }
    if (isHeld) return false
    if (across < 0 && at.selectionStart !== 0) return false
    if (across > 0 && at.selectionEnd !== at.value.length) return false
    return move(at, down, across)
  }
  const hearHeld = (key: string): boolean => {
    if (key === 'z') {
      sheet().undo()
      later()
    } else if (key === 'd') fillDown()
    else return false
    return true
  }
  const hearEscape = (at: HTMLInputElement): boolean => {
    const saved = sheet().savedText(keyOf(at))
    if (isMany()) pick(at)
    else if (saved !== undefined && at.value !== saved) {
      sheet().write([{ key: keyOf(at), text: saved, old: at.value }], false)
      later()
    } else return false
    return true
  }
  const hears = (event: KeyboardEvent, at: HTMLInputElement): boolean => {
    if (event.key in arrows) return hearArrow(event, at)
    if (event.metaKey || event.ctrlKey) return hearHeld(event.key.toLowerCase())
    if (event.key === 'Escape') return hearEscape(at)
    if (event.key === 'Enter') {
      if (isMany() && wasTyped()) writeAll(at.value)
      else {
        settle(at)
        if (gridOf(table).length === 1) onLast()
        else move(at, event.shiftKey ? -1 : 1, 0)
      }
      return true
    }
    if ((event.key === 'Delete' || event.key === 'Backspace') && isMany() && !wasTyped()) {
      writeAll('', 'emptied')
      return true
    }
    return false
  }
  const on = <K extends keyof HTMLElementEventMap>(type: K, hear: (event: HTMLElementEventMap[K]) => void) =>
    table.addEventListener(type, hear, { signal: stop.signal })

  on('keydown', (event) => {
    const at = event.target instanceof HTMLInputElement ? fieldAt(event.target) : undefined
    if (!at || at !== event.target || event.altKey || event.isComposing || !hears(event, at)) return
    event.preventDefault()
    event.stopPropagation()
  })
  on('focusin', ({ target }) => {
    const at = target === fieldAt(target) ? fieldAt(target) : undefined
    if (!at) return
    said = at.value
    at.select()
    if (at !== anchor) pick(at)
  })
  on('focusout', ({ target, relatedTarget }) => {
    const at = fieldAt(target)
    if (at && at === target) settle(at)
    if (document.hasFocus() && !(relatedTarget instanceof Node && table.contains(relatedTarget))) pick(undefined)
  })
  on('input', () => {
    if (isMany()) show()
  })

  on('pointerdown', (event) => {
    isMouse = event.pointerType === 'mouse'
    const grid = gridOf(table)
    const from = event.target === handle ? areaIn(grid) : undefined
    if (from) drawOut({ table, handle, event, grid, from, onEnd: (to) => (to ? fill(grid, from, to) : show()) })
  })
  on('dblclick', ({ target }) => {
    if (target === handle) fillDown()
  })
  on('dragstart', (event) => {
    if (fieldAt(event.target)) event.preventDefault()
  })
  on('mousedown', (event) => {
    const at = fieldAt(event.target)
    if (event.target === handle) event.preventDefault()
    if (!at || event.button !== 0 || !isMouse || event.target === handle) return
    if (event.target instanceof Element && event.target.closest('a, button, label')) return
    if (event.shiftKey && anchor && anchor !== at) {
      event.preventDefault()
      pick(anchor, at)
      return
    }
    // The first press picks the cell, the next one puts the caret into its text.
    if (document.activeElement !== at || event.target !== at) {
      event.preventDefault()
      go(at)
    }
    pick(at)
    const dragging = new AbortController()
    const { signal } = dragging
    document.addEventListener(
      'mousemove',
      ({ target, buttons }) => {
        const over = table.contains(target as Node) ? fieldAt(target) : undefined
        if (buttons === 0) dragging.abort()
        else if (over && over !== end) {
          table.dataset['picking'] = ''
          pick(at, over)
          over.scrollIntoView({ block: 'nearest', inline: 'nearest' })
        }
      },
      { signal },
    )
    signal.addEventListener('abort', () => {
      if (table.dataset['picking'] === undefined) return
      delete table.dataset['picking']
      at.select()
    })
    document.addEventListener('mouseup', () => dragging.abort(), { signal })
  })
  on('copy', (event) => copy(event))
  on('cut', (event) => {
    if (copy(event)) writeAll('', 'cut')
  })
  const copy = (event: ClipboardEvent): boolean => {
    const grid = gridOf(table)
    const area = areaIn(grid)
    if (!area || isOneCell(area) || wasTyped()) return false
    const lines = grid.slice(area.top, area.bottom + 1).map((cells) => cells.slice(area.left, area.right + 1))
    event.clipboardData?.setData('text/plain', copiedText(lines.map((cells) => cells.map(({ field }) => field?.value ?? ''))))
    event.preventDefault()
    return true
  }
  on('paste', (event) => {
    const at = event.target === fieldAt(event.target) ? fieldAt(event.target) : undefined
    const text = event.clipboardData?.getData('text') ?? ''
    const grid = gridOf(table)
    if (at && anchor !== at) pick(at)
    const area = areaIn(grid)
    if (!at || !area || (isOneCell(area) && !/[\n\t]/.test(text.trim()))) return
    event.preventDefault()
    const block =
      sheet().blockOf?.(text, (grid[0]?.length ?? 0) - area.left) ?? pastedBlock(text).map((line) => line.map((one) => one.trim()))
    const fillings = pastedOver(block, area)
    write(grid, fillings, 'pasted')
    const last = fillings.findLast(({ row, column }) => grid[row]?.[column]?.field)
    choose(grid[area.top]?.[area.left]?.field, last && grid[last.row]![last.column]!.field)
  })
  return () => {
    stop.abort()
    mark([], undefined)
  }
}
