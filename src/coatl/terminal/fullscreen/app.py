"""The panes: the middle of the table and the log above, the own cards and the actions below, a line to type in."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from coatl.messages import t
from coatl.terminal.fullscreen.completion import LineSuggester, completed, fitting
from coatl.terminal.scene import Scene
from coatl.terminal.theme import THEME, WIDEST

WIDE, HIGH = 120, 32  # from here on the others have a pane of their own, and the log has more than three lines
LATEST = 60  # events in the log
COMMANDS = {"f1": "?", "f2": "hint", "f3": "advice", "f4": "why", "f5": "log", "f8": "undo"}  # by their keys


class TableApp(App[None]):
    """Shows scenes and pages, and gives every typed line to `on_line`; it knows no rules."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(key, f"command('{word}')", word, key_display=key.upper(), priority=True)
            for key, word in COMMANDS.items()
        ),
        Binding("ctrl+c,ctrl+d,ctrl+q,f10", "leave", "quit", key_display="^C", priority=True),
        Binding("escape", "table", show=False, priority=True),
        Binding("tab", "complete", show=False, priority=True),
        Binding("down", "choose(1)", show=False, priority=True),
        Binding("up", "choose(-1)", show=False, priority=True),
        Binding("pagedown", "read(1)", show=False, priority=True),
        Binding("pageup", "read(-1)", show=False, priority=True),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.on_line: Callable[[str | None], None] = lambda line: None
        self.on_ready_to_play: Callable[[], None] = lambda: None
        self.scene: Scene | None = None
        self.asking = False
        self.leaving = False
        self.labels: dict[str, Text] = {}  # of all legal actions
        self.actions: list[str] = []  # as they are listed
        self.page: list[RenderableType] = []
        self.refusal = ""
        self.thinking = ""

    def compose(self) -> ComposeResult:
        """Everything from the head line to the keys."""
        yield Static(id="head")
        yield Static(id="middle")
        with VerticalScroll(id="log", can_focus=False):
            yield Static(id="story")
        with Horizontal(id="body"):
            with VerticalScroll(id="mine", can_focus=False):
                yield Static(id="own")
            with VerticalScroll(id="others", can_focus=False):
                yield Static(id="rivals")
            yield OptionList(id="actions")
        with VerticalScroll(id="page", can_focus=False):
            yield Static(id="text")
        yield Static(id="task")
        with Horizontal(id="typing"):
            yield Static("> ", id="prompt")
            yield Input(id="line", suggester=LineSuggester(), compact=True, select_on_focus=False)
        yield Footer(compact=True)

    def on_mount(self) -> None:
        """The colours of the pieces, and the session, which can begin now."""
        self.console.push_theme(THEME)
        self.query_one("#actions").can_focus = False
        self.line.focus()
        self.leave_table()
        self.on_ready_to_play()

    # ------------------------------------------------------------ what the session shows

    def show_scene(self, scene: Scene) -> None:
        """The table; whatever was read beside it is put away."""
        self.scene, self.page, self.refusal = scene, [], ""
        choices = scene.presenter.choices(scene.view) if scene.view.legal else []
        self.labels = {
            action: Text.assemble((f"{number:>2} ", "quiet"), label)
            for number, (action, label) in enumerate(choices, 1)
        }
        suggester = self.line.suggester
        assert isinstance(suggester, LineSuggester)
        suggester.scene = scene
        self.remove_class("bare", "reading")
        self.refresh_bindings()
        self.call_after_refresh(self.fill)  # when the panes have their sizes

    def leave_table(self) -> None:
        """No table: a page has the whole screen."""
        self.scene, self.page, self.refusal = None, [], ""
        self.add_class("bare", "reading")
        self.refresh_bindings()
        self.fill_page()
        self.fill_task()

    def show_page(self, parts: Sequence[RenderableType]) -> None:
        """Something to read, in the place of the own cards and the actions."""
        self.page = list(parts)
        self.add_class("reading")
        self.fill_page()
        self.fill_task()

    def show_refusal(self, reason: str) -> None:
        """Why something was not done."""
        self.refusal = reason
        self.fill_task()

    def show_thinking(self, words: str) -> None:
        """Who thinks; nobody if there are no words."""
        self.thinking = words
        self.fill_task()

    def ask(self, prompt: str) -> None:
        """Somebody may type."""
        self.asking = True
        self.query_one("#prompt", Static).update(prompt)

    # ------------------------------------------------------------ the panes

    @property
    def line(self) -> Input:
        """What is being typed."""
        return self.query_one("#line", Input)

    @property
    def page_width(self) -> int:
        """How many columns a page may fill."""
        return min(self.size.width - 3, WIDEST)  # without margins and scroll bar

    def on_resize(self, event: events.Resize) -> None:
        """Everything is drawn for the new size."""
        self.set_class(event.size.width >= WIDE, "wide")
        self.set_class(event.size.height >= HIGH, "high")
        self.call_after_refresh(self.fill)

    def fill(self) -> None:
        """Draws the scene for the panes as they are."""
        scene = self.scene
        if scene is None:
            self.fill_page()
            return
        presenter, view = scene.presenter, scene.view
        self.put("head", scene.head_line(self.size.width))
        middle = presenter.middle(view, self.size.width - 1)
        self.put("middle", *(middle[:-1] if self.has_class("high") else [part for part in middle if part != ""]))
        self.put("story", *scene.log(LATEST), *scene.notes)
        self.query_one("#log").scroll_end(animate=False)
        wide = self.has_class("wide")
        rivals = presenter.rivals(view, self.pane_width("others" if wide else "mine"))
        own = presenter.own(view, self.pane_width("mine")) or rivals
        self.put("own", *own, *([] if wide or own is rivals else rivals))
        self.put("rivals", *rivals)
        self.list_actions()
        self.fill_task()

    def put(self, name: str, *parts: RenderableType) -> None:
        """Shows these below each other."""
        self.query_one(f"#{name}", Static).update(Group(*parts))

    def pane_width(self, name: str) -> int:
        """The columns of a pane."""
        return max(40, self.query_one(f"#{name}").scrollable_content_region.width)

    def fill_page(self) -> None:
        """Draws the page."""
        self.put("text", *self.page)
        self.query_one("#page").scroll_home(animate=False)

    def fill_task(self) -> None:
        """What is to be decided, who thinks, or what went wrong."""
        scene, width = self.scene, self.size.width - 1
        notice = None if scene is None else scene.presenter.notice(scene.view)
        if self.refusal:
            shown: RenderableType = Text(self.refusal, "alarm")
        elif self.thinking:
            shown = Text(self.thinking, "quiet")
        elif self.has_class("reading") and scene is not None:
            shown = Text(t("terminal.to_table"), "quiet")
        else:
            shown = Text() if scene is None else scene.task(width)
        self.put("task", *([] if notice is None else [notice]), shown)

    # ------------------------------------------------------------ actions

    def list_actions(self) -> None:
        """The legal actions that fit what was typed so far."""
        scene, shown = self.scene, self.query_one("#actions", OptionList)
        shown.clear_options()
        self.actions = []
        if scene is None or not scene.view.legal:
            return
        self.actions = fitting(scene, self.line.value)
        shown.add_options([Option(self.labels[action]) for action in self.actions])

    def on_input_changed(self, event: Input.Changed) -> None:
        """The list follows what is typed; an action that was chosen from it leaves it as it is."""
        if event.value:  # an empty line may be the one that was refused
            self.refusal = ""
            self.fill_task()
        if event.value not in self.actions:
            self.list_actions()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A press puts the action into the line; the next press on it plays it."""
        action = self.actions[event.option_index]
        if self.line.value == action:
            self.submit()
        else:
            self.type(action)

    def type(self, text: str) -> None:
        """Puts something into the line."""
        self.line.value = text
        self.line.cursor_position = len(text)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter."""
        self.submit()

    def submit(self) -> None:
        """Gives the line to the session, if it listens; an empty one closes the page."""
        if not self.asking:
            return
        line = self.line.value
        if not line.strip() and self.scene is not None:
            self.action_table()
            return
        self.asking = False
        self.line.value = ""
        self.on_line(line)

    # ------------------------------------------------------------ keys

    def action_command(self, word: str) -> None:
        """A command, as if it were typed."""
        if self.asking and self.scene is not None:
            self.asking = False
            self.on_line(word)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys for commands are there where the session knows them."""
        return action != "command" or (self.scene is not None and parameters[0] in self.scene.commands)

    def action_leave(self) -> None:
        """The people leave; whoever asks twice does not wait until a thought has come to its end."""
        if self.leaving:
            self.exit()
        self.leaving, self.asking = True, False
        self.on_line(None)

    def action_table(self) -> None:
        """Back from a page to the table; from the table, an empty line."""
        if self.scene is None:
            return
        if not self.has_class("reading"):
            self.type("")
        self.remove_class("reading")
        self.refusal = ""
        self.call_after_refresh(self.fill)

    def action_complete(self) -> None:
        """The line as it is suggested, or the first action that fits."""
        whole = completed(self.scene, self.line.value)
        if whole is not None:
            self.type(whole)
        elif self.actions:
            self.type(self.actions[0])

    def action_choose(self, step: int) -> None:
        """The next action of the list, in the line; a page is read on."""
        if self.has_class("reading"):
            self.query_one("#page").scroll_relative(y=step, animate=False)
            return
        if not self.actions:
            return
        shown = self.query_one("#actions", OptionList)
        place = -1 if shown.highlighted is None and step > 0 else shown.highlighted or 0
        shown.highlighted = (place + step) % len(self.actions)
        self.type(self.actions[shown.highlighted])

    def action_read(self, pages: int) -> None:
        """Scrolls what is read: the page, or the own cards."""
        pane: Any = self.query_one("#page" if self.has_class("reading") else "#mine")
        pane.scroll_relative(y=pages * max(1, pane.size.height - 1), animate=False)
