"""The Hub as an agent sees it: the Model Context Protocol's own client asks a real Hub."""

import asyncio
import concurrent.futures
import datetime
import json
import re
import urllib.error
import urllib.request

import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.exceptions import MCPError

from device import Device, session, summary
from hub import Hub
from person import Person

BEARER = re.compile(r"hub_m1_[A-Za-z0-9_-]{49}")
END = re.compile(r"/account/agents/[0-9a-f-]{36}/end")
NOW = datetime.datetime.now(datetime.timezone.utc)
REVISIONS = ["2026-07-28", "legacy"]


@pytest.fixture
def person(programs, tmp_path) -> Person:
    return Person.who_owns(Hub(programs, tmp_path / "hub"))


def let_look(person: Person, *scopes: str) -> str:
    """The bearer of a new agent, as the page shows it."""
    page = person.send("/account/agents", agentName="Assistant", **{scope: "1" for scope in scopes})
    return BEARER.search(page).group()


def fill_offer(tab, link: str, *offers: str) -> None:
    """What a person says on the Account page of an agent that may have `offers`."""
    tab.goto(f"{link}/account")
    tab.page.get_by_text("Let an agent look").click()
    tab.page.get_by_label("What do you call the agent?").fill("Assistant")
    for offer in offers:
        tab.page.get_by_label(offer).check()


def shown_bearer(tab) -> str:
    """Lets the agent look; what the page shows once."""
    tab.page.get_by_role("button", name="Let it look").click()
    tab.page.get_by_text("Give the agent this address").wait_for()
    return BEARER.search(tab.page.locator("main").inner_text()).group()


def ask(link: str, bearer: str, questions, mode: str = "auto"):
    """What `questions` gets from a connected client."""

    async def connected():
        http = create_mcp_http_client(headers={"Authorization": f"Bearer {bearer}"})
        async with http:
            transport = streamable_http_client(f"{link}/mcp", http_client=http)
            async with Client(transport, mode=mode) as client:
                return await questions(client)

    # On a thread of its own: where a browser is driven, this one has a loop already.
    with concurrent.futures.ThreadPoolExecutor(max_workers=1) as thread:
        return thread.submit(asyncio.run, asyncio.wait_for(connected(), timeout=60)).result()


def test_a_person_lets_an_agent_look_in_the_browser(chromium, programs, tmp_path):
    hub = Hub(programs, tmp_path / "hub")
    with chromium.profile() as open_tab:
        hub.make_owner(tab := open_tab(hub.setup_link))
        fill_offer(tab, hub.link, "Today")
        for _ in tab.each_look():
            tab.assert_sound()
            tab.screenshot("account-agent-offer")
        assert shown_bearer(tab)
        for _ in tab.each_look():
            tab.assert_sound()
            tab.screenshot("account-agent-key")


@pytest.mark.parametrize("mode", REVISIONS)
def test_an_agent_sees_what_the_pages_show(person, mode):
    device = person.connect(Device.ask(person.link))
    device.push(session(NOW, 45), summary(NOW.date(), focusedMinutes=45, sessions=1))
    bearer = let_look(person, "today", "timeline", "directory", "activity")

    async def questions(client):
        tools = [tool.name for tool in (await client.list_tools()).tools]
        answers = [await client.call_tool(name, {}) for name in tools]
        page = await client.call_tool("timeline", {"domain": "anchor", "limit": 1})
        return tools, answers, page

    tools, answers, page = ask(person.link, bearer, questions, mode)
    assert tools == ["today", "timeline", "directory", "activity"]
    assert not any(answer.is_error for answer in answers)
    today, _, directory, activity = (answer.structured_content for answer in answers)
    own = json.loads(person.open("/v1/life/today"))
    assert today | {"generatedAt": ""} == own | {"generatedAt": ""}
    assert page.structured_content["items"][0]["facts"]["focusedMinutes"] == 45
    anchor = next(one for one in directory["products"] if one["name"] == "anchor")
    assert (anchor["devices"], anchor["records"]) == (1, 2)
    assert {"agent.added", "device.approved"} <= {one["kind"] for one in activity["events"]}


@pytest.mark.parametrize("mode", REVISIONS)
def test_an_agent_sees_no_more_than_its_scopes(person, mode):
    bearer = let_look(person, "today")

    async def questions(client):
        tools = [tool.name for tool in (await client.list_tools()).tools]
        with pytest.raises(MCPError):
            await client.call_tool("timeline", {})
        return tools

    assert ask(person.link, bearer, questions, mode) == ["today"]


def test_an_agent_that_was_ended_gets_nothing(person):
    bearer = let_look(person, "today")
    person.send(END.search(person.open("/account")).group())

    async def questions(client):
        return await client.list_tools()

    with pytest.raises(ExceptionGroup):
        ask(person.link, bearer, questions)
    headers = {"Authorization": f"Bearer {bearer}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{person.link}/mcp", data=b"{}", headers=headers)
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=10)
    assert refused.value.code == 401


@pytest.mark.parametrize("mode", REVISIONS)
def test_what_an_agent_proposes_is_done_only_once_the_person_has_approved_it(
    chromium, programs, tmp_path, mode
):
    hub = Hub(programs, tmp_path / "hub")
    water = {"domain": "calorie", "action": "logWater"}
    parameters = {"ml": 250, "at": NOW.strftime("%Y-%m-%dT%H:%M:00Z")}

    async def proposing(client):
        (tool,) = [one for one in (await client.list_tools()).tools if "propose" in one.name]
        assert tool.annotations.read_only_hint is False
        right = await client.call_tool(tool.name, water | {"parameters": parameters})
        wrong = await client.call_tool(tool.name, water | {"parameters": {"ml": 7}})
        nothing = await client.call_tool(tool.name, water | {"action": "takeBack"})
        return right, wrong, nothing

    async def looking(client):
        return (await client.call_tool("activity", {})).structured_content["actions"]

    with chromium.profile() as open_tab:
        hub.make_owner(open_tab(hub.setup_link))
        device = Device.connected(hub, open_tab, "Phone", client="calorie")
        fill_offer(
            tab := open_tab("about:blank"), hub.link, "Activity, and what happened", "Propose actions"
        )
        bearer = shown_bearer(tab)

        right, wrong, nothing = ask(hub.link, bearer, proposing, mode)
        assert right.structured_content["state"] == "proposed" and not right.is_error
        assert wrong.is_error and nothing.is_error
        assert device.send("/v1/actions").body == {"actions": []}

        tab.goto(hub.link)
        tab.page.get_by_text("1 action waits for your yes").wait_for()
        tab.page.get_by_role("link", name="Look, and decide").click()
        tab.page.get_by_text("Asked by the agent Assistant").wait_for()
        tab.page.get_by_text("Log water, 250 ml, ").wait_for()
        for _ in tab.each_look():
            tab.assert_sound()
            tab.screenshot("activity-agent-proposal")
        tab.page.get_by_role("button", name="Approve").click()
        tab.page.get_by_text("Waits for Calorie").wait_for()

        (waiting,) = device.send("/v1/actions").body["actions"]
        assert waiting["id"] == right.structured_content["id"]
        (told,) = ask(hub.link, bearer, looking, mode)
        assert (told["state"], told["proposedBy"]) == ("queued", "agent")
        tab.goto(f"{hub.link}/activity/audit")
        tab.page.get_by_text("proposed by an agent, waits for you").wait_for()
