"""Drives every tool of `kifu mcp` with the protocol's own Python SDK.

    python mcp_check.py KIFU REPOSITORY

Needs the package `mcp` (PyPI). Our own tests are clients of our own; this one is not.
"""

import asyncio
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

KIFU, REPOSITORY = sys.argv[1:]
BOT = f"{KIFU} play --game clobber --nodes 5"
CALLS = [
    ("open", {"paths": ["records"]}, "11 games open"),
    ("summary", {}, "11 games, 11 reviewed"),
    ("summary", {"game": "records/box.ron#0"}, "Luck decided"),
    ("find", {"what": "losses", "min_loss": 50}, "(proven)"),
    ("board", {"at": "records/box.ron#0@5", "picture": True}, "after ply 5 of 28"),
    ("moves", {"game": "records/clobber.ron#0"}, "1 White e4d4"),
    ("until", {"at": "records/zuniq.ron#0@0", "event": "blunder"}, "records/zuniq.ron#0@"),
    ("findings", {"game": "records/turn-right-illegal.ron#0"}, "findings"),
    ("analyze", {"at": "records/clobber.ron#0@10", "nodes": 100}, "seed 1"),
    ("review", {"game": "records/clobber.ron#0", "nodes": 20}, "nodes 20 seed 1"),
    ("explore", {"at": "records/clobber.ron#0@0"}, "2 games"),
    ("standings", {}, "kifu A"),
    ("explain", {"word": "K202"}, "illegal move"),
    ("feed", {"game": "records/zuniq.ron#0", "ply": 5}, "Start"),
    ("rejudge", {"games": ["records/clobber.ron#0"], "cmd": BOT, "nodes": 20}, "0 failed"),
    ("check_bot", {"game": "clobber", "cmd": BOT}, "kifu check-bot: exit status 0"),
    ("match", {"game": "clobber", "bots": ["builtin,nodes=5"] * 2, "clock": "1s"}, "match-1.ronl#1"),
]
# Their bots have the contest's clock, which a busy machine may exceed.
WITH_A_CLOCK = {"rejudge", "check_bot"}


async def main():
    server = StdioServerParameters(command=KIFU, args=["mcp", REPOSITORY, "--allow-run"])
    async with stdio_client(server) as (reader, writer), ClientSession(reader, writer) as client:
        await client.initialize()
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert tools == {name for name, _, _ in CALLS}, tools
        progress = []

        async def on_progress(done, total, message):
            progress.append(done)

        for name, arguments, expected in CALLS:
            for _ in range(3 if name in WITH_A_CLOCK else 1):
                result = await client.call_tool(name, arguments, progress_callback=on_progress)
                text = result.content[0].text
                if not result.is_error and expected in text:
                    break
            assert not result.is_error, f"{name}: {text}"
            assert expected in text, f"{name}: {text}"
            assert len(text.encode()) <= 4096, f"{name}: {len(text)}"
            if arguments.get("picture"):
                assert result.content[1].mime_type == "image/png"
        assert progress, "no call sent its progress"
        resources = (await client.list_resources()).resources
        for resource in resources:
            await client.read_resource(resource.uri)
        prompts = (await client.list_prompts()).prompts
        for prompt in prompts:
            await client.get_prompt(prompt.name, {"about": "all"})
        refused = await client.call_tool("open", {"paths": ["/etc/passwd"]})
        assert refused.is_error
    print(f"{len(CALLS)} calls of {len(tools)} tools, {len(resources)} resources, "
          f"{len(prompts)} prompts: 0 failed")


asyncio.run(main())
